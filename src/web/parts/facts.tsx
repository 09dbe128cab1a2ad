import { type ComponentChildren, Fragment } from 'preact';

interface FactsProps {
  /** What has no value, or an empty one, is left out. */
  readonly of: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly class?: string;
}

/** Names and what they stand for, one below the other. */
export function Facts({ of, class: more = 'facts' }: FactsProps) {
  return (
    <dl class={more}>
      {of.map(
        ([name, value], at) =>
          value !== undefined &&
          value !== '' && (
            <Fragment key={at}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
