import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ChartAnswer, ShownSuggestion } from '../../../http/api/corrections/shapes.ts';
import { useLoaded } from '../../load.ts';

/** Milliseconds of quiet after which what was typed is looked for. */
const QUIET_MS = 100;
/** Until a service that is being asked is looked at again, in milliseconds. */
const AGAIN_MS = 1_000;
/** Suggestions that are listed before anything is typed. */
const LISTED = 4;

interface PickerOptions {
  /** Where the chart is searched: `/api/imports/ID/chart?of=account`. */
  readonly chart: string;
  readonly suggested: readonly ShownSuggestion[];
  /** What is wrong, and never offered. */
  readonly not?: string | undefined;
}

/** What a field is about whose value is chosen from a chart of accounts, or typed (the combobox of the W3C, with a list). */
export function usePicker({ chart, suggested, not }: PickerOptions) {
  /** Undefined until something is typed: what stands in the field before is no search. */
  const typed = useSignal<string>();
  const sought = useSignal('');
  /** The option that the arrow keys went to. */
  const moved = useSignal<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const due = useRef<(meant: string) => void>(undefined);
  const { loaded, again } = useLoaded<ChartAnswer>(`${chart}&q=${encodeURIComponent(sought.value)}`);
  const { value: answer, failure } = loaded.value;
  const text = (typed.value ?? '').trim();
  const isFresh = failure !== undefined || answer?.q === text;
  const isReading = answer?.state === 'reading';

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isReading) return undefined;
    const waiting = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(waiting);
  }, [answer]);

  const fits = ({ value, name }: ShownSuggestion) => `${value} ${name}`.toLowerCase().includes(text.toLowerCase());
  const first = suggested.filter(({ why }, at) => (text === '' ? at < LISTED : why !== undefined)).filter(fits);
  const isListed = isFresh && (text !== '' || first.length < LISTED);
  const hits = isListed
    ? (answer?.values ?? []).filter(({ value }) => value !== not && !first.some((one) => one.value === value))
    : [];
  const options: readonly ShownSuggestion[] = [...first, ...hits];
  const exact = options.findIndex(({ value }) => value === text);
  // Digits are a number as it is typed; letters are looked for, and the best that has them is meant.
  const best = text === '' || /^\d+$/.test(text) || !isFresh || options.length === 0 ? -1 : 0;
  const active = moved.value ?? (exact >= 0 ? exact : best);
  const isWaiting = !isFresh && !/^\d*$/.test(text);

  const meant = (field: string) => options[active]?.value ?? field;
  useEffect(() => {
    if (isWaiting) return;
    const work = due.current;
    due.current = undefined;
    work?.(meant(text));
  }, [isWaiting]);

  return {
    answer,
    text,
    isFresh,
    first,
    hits,
    options,
    active,
    /** What is meant by what stands in the field. */
    meant,
    /** Now, or when what was typed has been looked for. */
    whenFound(field: string, work: (meant: string) => void): void {
      if (isWaiting) due.current = work;
      else work(meant(field));
    },
    type(field: string): void {
      typed.value = field;
      moved.value = undefined;
      due.current = undefined;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        sought.value = field.trim();
      }, QUIET_MS);
    },
    /** @returns whether the key moved among the options */
    move(key: string): boolean {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || options.length === 0) return false;
      const from = active < 0 && step < 0 ? 0 : active;
      moved.value = (from + step + options.length) % options.length;
      return true;
    },
  };
}

export type Picker = ReturnType<typeof usePicker>;
