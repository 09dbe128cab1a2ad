import * as all from './all.ts';
import type { Kind, KindStep } from './kind.ts';

const KINDS: readonly Kind[] = Object.values(all);
export type KindName = (typeof all)[keyof typeof all]['name'];
export const KIND_NAMES = KINDS.map(({ name }) => name) as [KindName, ...KindName[]];
/** The kind that answers for programs leave out. */
export const UNNAMED: KindName = 'bookings';

/** @param name default: the kind that answers for programs leave out */
export function kindOf(name: string = UNNAMED): Kind & { readonly name: KindName } {
  const found = KINDS.find((kind) => kind.name === name);
  if (found === undefined) throw new Error(`There is no kind ${name}.`);
  return found as Kind & { readonly name: KindName };
}

const STEPS = new Map(KINDS.flatMap(({ steps }) => Object.entries(steps)));
export type StepName = { [Each in keyof typeof all]: keyof (typeof all)[Each]['steps'] }[keyof typeof all];
export const STEP_NAMES = [...STEPS.keys()] as [StepName, ...StepName[]];

export function stepOf(name: string): KindStep {
  const found = STEPS.get(name);
  if (found === undefined) throw new Error(`No kind has the step ${name}.`);
  return found;
}

export function isFieldStep(name: string): boolean {
  return stepOf(name).of === 'field';
}

/** Whether it creates nothing, so that it may be sent again whatever became of it. */
export function isRepeatable(name: string): boolean {
  const { asks } = stepOf(name).request;
  return asks === undefined || asks === 'action';
}

/** What people call the entries of a kind. */
export const kindWords = (name?: string) => kindOf(name).words;

/** For programs: `{}` for bookings. */
export function namedKind(name: string = UNNAMED): { readonly kind?: KindName } {
  return name === UNNAMED ? {} : { kind: name as KindName };
}
