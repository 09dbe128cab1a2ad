import type { ComponentChildren } from 'preact';

interface SelectProps {
  /** Where nothing around it says it. */
  readonly label?: string;
  readonly value: string;
  /** What can be chosen, each with its words. */
  readonly options: readonly (readonly [value: string, words: ComponentChildren])[];
  readonly onChange: (value: string) => void;
}

/** One of several. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}
