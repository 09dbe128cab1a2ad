import { Link } from '../../parts/link.tsx';
import { isOperator } from '../../session.ts';
import { t } from './words.ts';

/** What stands where there is nothing yet: how to begin. */
export function FirstSteps() {
  return (
    <section class="sheet first-steps">
      <h2>{t.value.begin}</h2>
      <p>{t.value.beginAbout}</p>
      <ol>
        <li>
          <h3>{t.value.beginInbox}</h3>
          <p>{t.value.beginInboxHow}</p>
          <p>
            <code>
              inbox/<var>{t.value.job.toUpperCase()}</var>/
            </code>
          </p>
        </li>
        <li>
          <h3>{t.value.beginNew}</h3>
          <p>{t.value.beginNewHow}</p>
          {isOperator.value && (
            <p>
              <Link to="/new" class="button">
                {t.value.new}
              </Link>
            </p>
          )}
        </li>
      </ol>
      <p class="soft">{t.value.promise}</p>
    </section>
  );
}
