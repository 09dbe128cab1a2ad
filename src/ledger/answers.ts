import type { Answer, Answers, QuestionCode } from '../core/issue.ts';
import type { Sql } from './sqlite-database.ts';

/** What people answered to questions about whole files; the newest answer to a question counts. */
export interface AnswerBook {
  of(num: number): Promise<Answers>;
  /** To be called in the transaction that has the import planned again. */
  put(num: number, code: QuestionCode, answer: Answer): Promise<void>;
}

export function answersOf(db: Sql): AnswerBook {
  return {
    of: async (num) =>
      Object.fromEntries(
        (
          await db.all<Answer & { code: QuestionCode }>(
            'select code, answer, reason, who, at from answer where import = ?',
            num,
          )
        ).map(({ code, answer, reason, who, at }) => [code, { answer, reason, who, at }]),
      ),
    async put(num, code, { answer, reason, who, at }) {
      await db.run(
        'insert or replace into answer (import, code, answer, reason, who, at) values (?, ?, ?, ?, ?, ?)',
        num,
        code,
        answer,
        reason,
        who,
        at,
      );
    },
  };
}
