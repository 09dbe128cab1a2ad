import { Notice } from '../../parts/notice.tsx';
import { t } from './words.ts';

interface ProblemsProps {
  readonly name: string;
  readonly problems: readonly string[];
  /** What was good last goes on. */
  readonly goesOn: boolean;
}

/** What is wrong with a job, in the words of `bilag job check`. */
export function Problems({ name, problems, goesOn }: ProblemsProps) {
  return (
    <Notice tone="bad">
      <p>
        <strong>{t.problemsOf(name)}</strong>
      </p>
      <ul class="problems">
        {problems.map((problem) => (
          <li key={problem}>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
      <p>{goesOn ? t.goesOn : t.standsStill}</p>
    </Notice>
  );
}
