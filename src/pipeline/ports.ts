import type { Client } from '../accounting/client.ts';
import type { PatientClient } from '../accounting/patient-client.ts';
import type { ReferenceCache } from '../accounting/reference-cache.ts';
import type { RequestGate } from '../accounting/request-gate.ts';
import type { Company } from '../domain/company.ts';
import type { Job } from '../domain/job.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ProbeTiming } from '../rules/judge-looks.ts';
import type { Say } from './about.ts';
import type { BooksChecked } from './check-books.ts';
import type { Processes } from './processes.ts';

/** A job as it is defined today. */
export interface JobToday {
  readonly name: string;
  readonly job: Job;
  /** Changes when the job's meaning does. */
  readonly hash: string;
}

/** The look-up of bookings (design, section 6). */
export interface Probe extends ProbeTiming {
  /** With `{description}`. */
  readonly path: string;
  /** Between two look-ups, in milliseconds: bookings need most of what a service with a rate allows. */
  readonly pauseMs: number;
}

/** An accounting service as the pipeline uses it. */
export interface ServicePort {
  readonly name: string;
  /** Whose books. @throws WhoseBooks while a person is asked about it */
  readonly company: Company;
  /** What this process found of the books behind it, before its first booking for each company. */
  readonly checked: Map<Company, BooksChecked>;
  readonly rejection: 'whole' | 'unknown';
  /** Appended to every description, with `{import}`, `{batch}` and perhaps `{entry}`; empty without a probe. */
  readonly marker: string;
  /** Characters of a description that it takes, the marker included. */
  readonly descriptionMax: number;
  /** Currency that the books are kept in; undefined where the configuration does not say it. */
  readonly currency?: string | undefined;
  /** How a booking in doubt is looked up; undefined: a person does it. */
  readonly probe: Probe | undefined;
  /** What proves that a contact whose creation is in doubt was not created. */
  readonly absence: ProbeTiming;
  /** Between two pages of a list that is read for a look-up, in milliseconds: creations need most of what a rate allows. */
  readonly pagePauseMs: number;
  /** Milliseconds that a request may take, connecting included. */
  readonly timeoutMs: number;
  /** ID of a product, whose custom values show which fields products have; undefined where none is configured. */
  readonly product: number | undefined;
  /** Asks once. */
  readonly client: Client;
  /** The same, whose look-ups are tried again until they are answered: for plans, which wait for a service that is away. */
  readonly patient: PatientClient;
  /** What the patient client has looked up. */
  readonly references: ReferenceCache;
  /** When the next request may be sent. */
  readonly gate: RequestGate;
}

/** What all verbs of the pipeline share. */
export interface PipelinePorts {
  readonly ledger: Ledger;
  readonly ledgerPath: string;
  readonly home: string;
  /** This machine's name: it plans the files that it took in. */
  readonly host: string;
  /** Who is doing this, for the history: a user of the system, or of the dashboard. */
  readonly who: string;
  /** @throws UsageError where there is no such job, or it is wrong */
  job(name: string): Promise<JobToday>;
  /** @throws UsageError where it is not configured */
  service(name: string): ServicePort;
  /** Those of this machine. */
  readonly processes: Processes;
  now(): number;
  random(): number;
  /** Told what a person who runs this should know; one line, and which import it is about, if it is about one. */
  say: Say;
}
