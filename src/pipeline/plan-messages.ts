import type { FileRejected } from '../domain/issue.ts';
import type { Job } from '../domain/job.ts';
import type { PlanOrder } from './plan-ports.ts';

/** What the planner's thread is asked to plan. */
export interface PlanTask {
  /** Path of the ledger. */
  readonly ledger: string;
  readonly scratch: string;
  readonly num: number;
  /** Who plans: what the thread writes counts only while the import is this planner's. */
  readonly planner: string;
  readonly job: Job;
  readonly jobHash: string;
  /** Files to plan: one whole file, or the parts of an import that are planned again; none where only claims are missing. */
  readonly orders: readonly PlanOrder[];
  /** Take the claims too: the import is to be booked. */
  readonly claim: boolean;
  /** An earlier thread could not be kept running on this file: what it left is thrown away, and no more. */
  readonly rejected?: FileRejected['issue'];
}

/** What the thread asks of the service. */
export type Question =
  | { readonly accounts: readonly string[] }
  | { readonly vatTypes: true }
  | { readonly contacts: { readonly skip: number; readonly top: number } }
  | { readonly model: string }
  | { readonly fieldTypes: true }
  | { readonly shownFields: string };
