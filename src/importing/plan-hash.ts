import { hash } from 'node:crypto';
import type { JobToday, ServicePort } from '../kinds/ports.ts';

/** Changes when a plan of the job for the service would: besides the job it rests on what bilag.yaml says of the service. */
export function planHash(
  job: Pick<JobToday, 'hash'>,
  { marker, descriptionMax, currency }: Pick<ServicePort, 'marker' | 'descriptionMax' | 'currency'>,
): string {
  return hash('sha256', JSON.stringify([job.hash, marker, descriptionMax, currency]), 'hex');
}
