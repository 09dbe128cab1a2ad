import { type CustomFieldsJob, customFieldsJobSchema } from '../../core/job.ts';
import { checkRequired } from '../created/check-job.ts';
import type { KindJob } from '../kind.ts';

export const customFields = {
  kind: 'custom-fields',
  schema: customFieldsJobSchema,
  check: (job) => checkRequired(job, ['name', 'model', 'type']),
} satisfies KindJob<CustomFieldsJob>;
