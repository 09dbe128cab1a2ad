import type { WhyWords } from './facts.ts';
import others from './others.en.ts';
import reasons from './reasons.en.ts';
import refusals from './refusals.en.ts';
import runs from './runs.en.ts';

export default { said: { ...refusals, ...reasons, ...others, ...runs } } satisfies WhyWords;
