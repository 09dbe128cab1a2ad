import { language } from '../../language.ts';
import { Notice } from '../../parts/notice.tsx';
import type { ListedJob } from './requests.ts';
import { t } from './words.ts';

interface ProblemsProps {
  readonly name: string;
  readonly diagnoses: ListedJob['diagnoses'];
  /** What was good last goes on. */
  readonly goesOn: boolean;
}

/** What is wrong with a job, in the words of the server. */
export function Problems({ name, diagnoses, goesOn }: ProblemsProps) {
  return (
    <Notice tone="bad">
      <p>
        <strong>{t.problemsOf(name)}</strong>
      </p>
      <ul class="problems">
        {diagnoses.map(({ words }) => (
          <li key={words.en}>{words[language.value]}</li>
        ))}
      </ul>
      <p>{goesOn ? t.goesOn : t.standsStill}</p>
    </Notice>
  );
}
