import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { standingAnswer } from '../../http/api/operation/shapes.ts';
import { common } from '../words.ts';
import { Icon } from './icon.tsx';
import { Time } from './time.tsx';

export type Standing = z.output<typeof standingAnswer>;

interface TroublesProps {
  /** Undefined until it is known. */
  readonly of: Standing['troubles'] | undefined;
  /** bilag itself does not answer. */
  readonly unreachable: boolean;
}

/** On every page: what keeps bilag from its work, since when, what bilag does about it, and when it is tried again. */
export function Troubles({ of = [], unreachable }: TroublesProps) {
  const { since: began, next: again, ...words } = common.trouble;
  return (
    <div role="status">
      {unreachable && <Banner of={words.bilag} />}
      {of.map(({ of: ill, why = 'troubled', service, since, next }) => (
        <Banner key={ill + service} of={words[ill === 'service' ? why : ill]} service={service}>
          {began} <Time at={since} />.{' '}
          {next !== undefined && (
            <>
              {again} <Time at={next} relative />.
            </>
          )}
        </Banner>
      ))}
    </div>
  );
}

interface BannerProps {
  readonly of: { readonly what: string; readonly does: string };
  readonly service?: string | undefined;
  readonly children?: ComponentChildren;
}

function Banner({ of: { what, does }, service, children }: BannerProps) {
  return (
    <div class="banner rejected">
      <Icon of="warn" />
      <p>
        <b>
          {what}
          {service !== undefined && ` (${service})`}.
        </b>{' '}
        {does} {children}
      </p>
    </div>
  );
}
