import type { WhyWords } from './facts.ts';
import others from './others.en.ts';
import reasons from './reasons.en.ts';
import refusals from './refusals.en.ts';

export default { said: { ...refusals, ...reasons, ...others } } satisfies WhyWords;
