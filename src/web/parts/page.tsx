import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

interface PageProps {
  readonly title: ComponentChildren;
  /** Where one comes from, above it: its address, and what it is called. */
  readonly crumb?: readonly [to: string, name: string];
  /** The state of what the screen is about, beside the title. */
  readonly badge?: ComponentChildren;
  /** What stands beside the title: buttons. */
  readonly actions?: ComponentChildren;
  /** A line under the title. */
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The frame of a screen: one heading, what can be done, what there is. */
export function Page({ title, crumb, badge, actions, about, children }: PageProps) {
  return (
    <>
      <div class="head">
        <div>
          {crumb !== undefined && (
            <Link to={crumb[0]} class="crumb">
              <Icon of="back" />
              {crumb[1]}
            </Link>
          )}
          <div class="title">
            <h1>{title}</h1>
            {badge}
          </div>
          {about !== undefined && <p class="about">{about}</p>}
        </div>
        {actions !== undefined && <div class="acts">{actions}</div>}
      </div>
      {children}
    </>
  );
}
