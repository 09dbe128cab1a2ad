import { causeTitle } from '../text/issue-words.ts';
import { type Said, sayIssue, type ToldIssue } from '../why/why.ts';

/** What is wrong, and what to do about it. */
export function Words({ of: [what, remedy] }: { readonly of: Said }) {
  return (
    <>
      {what} <span class="soft">{remedy}</span>
    </>
  );
}

/** What the title of an issue leaves out, and what to do about it. */
export function Why({ of }: { readonly of: ToldIssue }) {
  return <Words of={sayIssue(of)} />;
}

/** An issue in one go: its title, and what it leaves out. */
export function Told({ of }: { readonly of: ToldIssue }) {
  return (
    <>
      {causeTitle(of)}. <Why of={of} />
    </>
  );
}
