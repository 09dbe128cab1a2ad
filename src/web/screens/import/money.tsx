import { amount, clock, count } from '../../format.ts';
import { Balances } from '../../parts/balances.tsx';
import { Icon } from '../../parts/icon.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { common, OUTCOMES } from '../../words.ts';
import { Accounts } from './accounts.tsx';
import { isZero, plus } from './decimals.ts';
import type { WholeImport } from './live-import.ts';
import { createdWords } from './rows.tsx';
import { t } from './words.ts';

/** Where the money is: in the file, corrected, booked, not booked, per account, and that it adds up. All of one moment. */
export function Money({ of }: { readonly of: WholeImport }) {
  const { kind, totals, entries, rows, asOf, cancelled } = of;
  const isMoney = totals.accounts.length > 0;
  return (
    <>
      <header>
        <h2>{isMoney ? t.money : t.receipt}</h2>
        <span class="small soft">{t.asOf(isMoney ? (totals.currency ?? '') : undefined, clock(asOf))}</span>
      </header>
      {isMoney && <Sums of={of} />}
      <div class="in gap">
        <OutcomeBar
          counts={{ ...entries, skipped: isMoney ? 0 : rows.skipped }}
          words={{ ...createdWords(kind), ...(cancelled && { held: t.outcomeStopped }) }}
          legend
        />
      </div>
      {isMoney && <Accounts of={of} />}
      <div class="in">
        <Balances of={totals.balances ?? []} />
      </div>
      <Proof of={of} />
    </>
  );
}

/** Places where something is not booked yet; where nothing is, the last of them. */
function leftOf({ pending, inDoubt, notBooked }: WholeImport['totals']) {
  const isNotBooked = notBooked || !(pending || inDoubt);
  return [pending && 'pending', inDoubt && 'inDoubt', isNotBooked && 'notBooked'].filter(Boolean) as Left[];
}
type Left = 'pending' | 'inDoubt' | 'notBooked';

/** Sums of debit, as the table has them: what is in the file and was corrected is what the others come to. */
function Sums({ of: { totals, entries, rows } }: { readonly of: WholeImport }) {
  const { corrected, booked, already, skipped } = totals;
  const vouchers = (n: number, rowsOf: number) => `${common.entries(count(n))}, ${common.rows(count(rowsOf))}`;
  const tile = (tone: string, name: string, debit: string, sub: string) => (
    <div>
      <dt>
        {tone !== '' && <span class={`dot ${tone}`} />}
        {name}
      </dt>
      <dd>{amount(debit)}</dd>
      <dd class="sub">{sub}</dd>
    </div>
  );
  const { place } = t;
  return (
    <dl class="sums">
      {tile('', place.file, totals.debit, vouchers(entries.planned, rows.read))}
      {tile(
        '',
        place.corrected,
        corrected?.debit ?? '0.00',
        corrected === undefined ? t.noCorrections : vouchers(corrected.entries, corrected.rows),
      )}
      {tile('booked', place.booked, booked?.debit ?? '0.00', vouchers(entries.booked, rows.booked))}
      {leftOf(totals).map((place) =>
        tile(
          place !== 'notBooked' ? `of-${place}` : totals[place] ? 'hold' : '',
          t.place[place],
          totals[place]?.debit ?? '0.00',
          place !== 'notBooked'
            ? vouchers(entries[place], rows[place])
            : skipped !== undefined
              ? t.ofWhichSkipped(amount(skipped.debit))
              : already !== undefined
                ? t.besidesAlready(amount(already.debit))
                : vouchers(entries.held + entries.rejected, rows.held + rows.rejected),
        ),
      )}
    </dl>
  );
}

/** That every row has its place, and every account its money; what does not add up is said before all else. */
function Proof({ of: { rows, totals, mismatches = [], state } }: { readonly of: WholeImport }) {
  const placed = OUTCOMES.reduce((sum, outcome) => sum + rows[outcome], 0);
  const adds = placed === rows.read && mismatches.length === 0;
  const isMoney = totals.accounts.length > 0;
  const isRemapped = totals.remapped !== undefined;
  const terms = (...places: readonly (keyof typeof t.place | false)[]) =>
    places
      .flatMap((place) => (place ? [t.place[place]] : []))
      .join(' + ')
      .toLowerCase();
  /** What debit and credit of the file differ by. */
  const off = plus(totals.debit, totals.credit);
  return (
    <footer>
      <p class={`proof ${adds ? 'booked' : 'rejected'}`} role={adds ? undefined : 'alert'}>
        <Icon of={adds ? 'check' : 'warn'} />
        <span>
          <b>{adds ? t.addsUp : t.addsUpNot}</b>{' '}
          {isMoney &&
            adds &&
            `${t.proofOf(
              terms('file', 'corrected', isRemapped && 'remapped'),
              terms('booked', totals.already !== undefined && 'already', ...leftOf(totals)),
            )} ${isZero(off) ? '' : t.outOfBalance(amount(off))}`}{' '}
          {placed !== rows.read && t.sumDiffers(count(placed), count(rows.read))}
          {isRemapped && t.remappedAbout} {isMoney && t.accountsAbout} {state === 'posting' && t.soFar}
        </span>
      </p>
    </footer>
  );
}
