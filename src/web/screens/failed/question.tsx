import type { CauseQuestion, WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { amount, count, day, time } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Why } from '../../parts/why.tsx';
import { answerText } from '../../text/issue-words.ts';
import { t } from './words.ts';

interface QuestionProps {
  readonly of: CauseQuestion;
  readonly code: WaitingCause['code'];
  /** The file's own. */
  readonly columns: readonly string[];
  /** Nothing can be answered now, or not by this person. */
  readonly isFixed: boolean;
  readonly onAnswer: (answer: string) => void;
}

/** A question about the whole file: some entries that it is about, what each is compared with, and a button for each answer. */
export function Question({ of: { answers, examples }, code, columns, isFixed, onAnswer }: QuestionProps) {
  const { question } = t;
  return (
    <div class="question">
      {examples.map((example) => (
        <Example key={example.rows} of={example} code={code} columns={columns} />
      ))}
      {!isFixed && (
        <>
          <p class="asked">{question.once}</p>
          <ul class="answers">
            {answers.map((answer) => (
              <li key={answer}>
                <button type="button" class="likely" onClick={() => onAnswer(answer)}>
                  {question.choose(answerText(code, answer))}
                </button>{' '}
                <span class="soft">{thenText(code, answer)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** What becomes of the entries by an answer; empty for one that these pages do not know. */
export function thenText(code: string, answer: string): string {
  const then: Readonly<Record<string, string>> = t.question.comes;
  return then[code === 'other-series' && answer === 'same' ? 'changed' : answer] ?? '';
}

interface ExampleProps {
  readonly of: CauseQuestion['examples'][number];
  readonly code: WaitingCause['code'];
  readonly columns: readonly string[];
}

function Example({ of, code, columns }: ExampleProps) {
  const { entry, rows, lines, moreLines, earlier } = of;
  const { question } = t;
  const name = entry === '' ? t.entryOfRows(rows) : `${t.entry(entry)}, ${t.rowsOf(rows)}`;
  const heads: readonly Column[] = [[t.rowNumber, 'num'], ...columns.map((column) => [column] as const)];
  return (
    <div class="example">
      <div>
        <h4>{name}</h4>
        {lines.length === 0 && (
          <p>
            <Why of={{ ...of, code }} />
          </p>
        )}
        {lines.length > 0 && (
          <Table label={`${question.here}: ${name}`} columns={heads}>
            {lines.map(({ row, cells }) => (
              <tr key={row}>
                <td class="num">{row}</td>
                {columns.map((column, at) => (
                  <td key={`${column} ${at}`}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </Table>
        )}
        {moreLines > 0 && <p class="soft">{t.andMore(count(moreLines))}</p>}
      </div>
      {earlier !== undefined && (
        <div>
          <h4>
            {question.before} <Link to={`/imports/${earlier.import}`}>{earlier.file}</Link>, {t.rowsOf(earlier.row)}
            {earlier.entry !== undefined && ` (${t.entry(earlier.entry)})`}
          </h4>
          {earlier.skipped !== undefined && (
            <p>{question.skipped(earlier.skipped.who, time(earlier.skipped.at), earlier.skipped.reason)}</p>
          )}
          {earlier.lines.length > 0 && (
            <Table
              label={`${question.before} ${earlier.file}: ${name}`}
              columns={[[question.date], [question.account], [question.amount, 'num'], [question.text]]}
            >
              {earlier.lines.map((line, at) => (
                <tr key={`${line.account} ${at}`}>
                  <td>{day(line.date)}</td>
                  <td>{line.account}</td>
                  <td class="num">{amount(line.amount)}</td>
                  <td>{line.description}</td>
                </tr>
              ))}
            </Table>
          )}
          {earlier.moreLines > 0 && <p class="soft">{t.andMore(count(earlier.moreLines))}</p>}
        </div>
      )}
    </div>
  );
}
