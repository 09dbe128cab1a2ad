import type { z } from 'zod';
import type { jobAnswer, jobsAnswer, runAnswer } from '../../../http/api/jobs/shapes.ts';
import type { daysAnswer, operationAnswer, servicesAnswer } from '../../../http/api/operation/shapes.ts';

/** What the screen asks the server for. */
export type Jobs = z.output<typeof jobsAnswer>;
export type ListedJob = Jobs['jobs'][number];
export type WholeJob = z.output<typeof jobAnswer>;
export type Run = z.output<typeof runAnswer>['run'];
export type Services = z.output<typeof servicesAnswer>;
export type ListedService = Services['services'][number];
export type Operation = z.output<typeof operationAnswer>;
export type Days = z.output<typeof daysAnswer>;
export type Day = Days['days'][number];

/** Between two looks while the page is looked at, in milliseconds. */
export const LOOK_MS = 5_000;

export const addressOf = (job: string) => `/api/jobs/${encodeURIComponent(job)}`;
