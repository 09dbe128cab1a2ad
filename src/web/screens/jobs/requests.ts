import type { z } from 'zod';
import type { jobAnswer, jobsAnswer, runAnswer } from '../../../http/api/jobs/shapes.ts';
import type { operationAnswer, servicesAnswer, throughputAnswer } from '../../../http/api/operation/shapes.ts';

/** What the screen asks the server for. */
export type Jobs = z.output<typeof jobsAnswer>;
export type ListedJob = Jobs['jobs'][number];
export type WholeJob = z.output<typeof jobAnswer>;
export type Run = z.output<typeof runAnswer>['run'];
export type Services = z.output<typeof servicesAnswer>;
export type ListedService = Services['services'][number];
export type Operation = z.output<typeof operationAnswer>;
export type Throughput = z.output<typeof throughputAnswer>;
export type ServiceBars = Throughput['services'][number];

/** Between two looks while the page is looked at, in milliseconds. */
export const LOOK_MS = 5_000;

export const addressOf = (job: string) => `/api/jobs/${encodeURIComponent(job)}`;

/** What the ledger calls files that a run took in. */
export const NEWS = ['new', 'again', 'correction'] as const;
