import type { WhyWords } from './facts.ts';
import others from './others.nb.ts';
import reasons from './reasons.nb.ts';
import refusals from './refusals.nb.ts';

export default { said: { ...refusals, ...reasons, ...others } } satisfies WhyWords;
