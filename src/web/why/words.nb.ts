import type { WhyWords } from './facts.ts';
import others from './others.nb.ts';
import reasons from './reasons.nb.ts';
import refusals from './refusals.nb.ts';
import runs from './runs.nb.ts';

export default { said: { ...refusals, ...reasons, ...others, ...runs } } satisfies WhyWords;
