import type { PlanWriter } from '../ledger/plans.ts';
import type { PlanStore } from '../reading/plan-sink.ts';
import { earlierImports } from './earlier-imports.ts';

/**
 * What a planner asks the ledger about other imports.
 * @param sha256 of the file that is planned
 */
export function earlierEntries(
  num: number,
  writer: PlanWriter,
  sha256: () => Promise<string>,
): Omit<PlanStore, 'clear' | 'write'> {
  return {
    claims: (identities) => writer.claims(identities),
    claimVersion: () => writer.claimVersion(),
    describe: earlierImports(writer.imports, sha256),
    saidOf: (num) => writer.saidOf(num),
    siblings: (num) => writer.siblings(num),
    fate: (entry) => writer.fate(entry),
    newestEvent: () => writer.newestEvent(),
    movedSince: (other, event) => writer.movedSince(other, event),
    blocks: (company, firstDay, lastDay) => writer.blocks(num, company, firstDay, lastDay),
    givenUp: (other) => writer.givenUp(other),
    firstRows: (other, seqs) => writer.firstRows(other, seqs),
    differentlyRead: (of) => writer.differentlyRead(of),
    sentContents: (other, take) => writer.sentContents(other, take),
    sentLines: (claim) => writer.sentLines(claim),
    newestEntries: (company, kind) => writer.newestEntries(company, kind),
  };
}
