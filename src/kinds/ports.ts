import type { Company } from '../core/company.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { Processes } from '../core/processes.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { Client } from '../service/client.ts';
import type { PatientClient } from '../service/patient-client.ts';
import type { ReferenceCache } from '../service/reference-cache.ts';
import type { RequestGate } from '../service/request-gate.ts';

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
  company(): Promise<Company>;
  /** Where it is, as the ledger keeps it. */
  readonly address: string;
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
  /** This machine's name: it plans the files that it received. */
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
  /** Told what whoever runs this should know. */
  log: Log;
}

/** What a process found of a company's books. */
export interface BooksChecked {
  /** What the service said in the first look: where that failed, only what it did not answer is looked up again. */
  readonly answers: Map<string, number | null>;
  /** Whether the first look at a few IDs is done. */
  done: boolean;
  /** That look, while it is under way. */
  looking: Promise<void> | undefined;
  /** Some IDs were others than before: each plan is compared as a whole. */
  moved: boolean;
  /** Plans that were compared, or are being: `false` is one that must not be sent. */
  readonly plans: Map<string, Promise<boolean>>;
}

export interface ProbeTiming {
  /** After the request was surely over, until an absence counts, in milliseconds. */
  readonly quietMs: number;
  /** So many absences in a row prove that nothing was booked. */
  readonly looks: number;
  /** Between two of them, in milliseconds. */
  readonly everyMs: number;
  /** Between the first and the last of them at least, in milliseconds: `ABSENCE_SPAN_MS`. */
  readonly spanMs: number;
}
