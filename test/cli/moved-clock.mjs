// Preloaded into the processes of a test that moves their clocks (test/cli/moving-clock.ts).
import { moveClock } from '../../chaos/moved-clock.mjs';

moveClock(process.env.BILAG_TEST_CLOCK, new Float64Array(1), true);
