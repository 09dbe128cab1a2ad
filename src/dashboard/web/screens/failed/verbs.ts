import { words } from '../../language.ts';
import type { Kind } from './scale.ts';

/** What is done with the entries of an import: those of bookings are booked, contacts and custom fields created. */
export interface Verbs {
  readonly do: string;
  readonly Do: string;
  readonly done: string;
  readonly Done: string;
  /** Of what waits for it. */
  readonly toBe: string;
}

const texts = words({
  en: {
    book: { do: 'book', Do: 'Book', done: 'booked', Done: 'Booked', toBe: 'to be booked' },
    create: { do: 'create', Do: 'Create', done: 'created', Done: 'Created', toBe: 'to be created' },
  },
  nb: {
    book: { do: 'bokføre', Do: 'Bokfør', done: 'bokført', Done: 'Bokført', toBe: 'bokføres' },
    create: { do: 'opprette', Do: 'Opprett', done: 'opprettet', Done: 'Opprettet', toBe: 'opprettes' },
  },
});

export function verbsOf(kind: Kind | undefined): Verbs {
  return kind === undefined || kind === 'bookings' ? texts.value.book : texts.value.create;
}
