import { causeTitle } from '../text/issue-words.ts';
import { sayIssue, type ToldIssue } from '../why/why.ts';

/** What the title of an issue leaves out, and what to do about it. */
export function Why({ of }: { readonly of: ToldIssue }) {
  const [what, remedy] = sayIssue(of);
  return (
    <>
      {what} <span class="soft">{remedy}</span>
    </>
  );
}

/** An issue in one go: its title, and what it leaves out. */
export function Told({ of }: { readonly of: ToldIssue }) {
  return (
    <>
      {causeTitle(of)}. <Why of={of} />
    </>
  );
}
