import { UsageError } from '../core/issue.ts';
import type { NewAccount } from './accounts.ts';
import { type Company, createCompany, DEFAULT_COMPANY } from './company.ts';
import type { FaultKind } from './fault-kinds.ts';
import { type Chance, type FaultSpec, faultKind, parseFaultSpec } from './fault-spec.ts';
import type { Quirks } from './quirks.ts';
import { LOCKED_BEFORE } from './reference/company.ts';
import type { VatTypeRow } from './reference/vat-types.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';

/** Companies that one sandbox keeps books for at most. */
const MAX_COMPANIES = 100;
/** Places by which the IDs of the next company's accounts are shifted, where each token has its own books. */
const OTHER_IDS = 7;
/** Stands in a list of next faults for a request that goes well. */
const NO_FAULT = 'none';

interface ServiceOptions {
  readonly faults: string;
  readonly seed: number;
  readonly lockedBefore: string | undefined;
  readonly quirks: Quirks;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Everything that the sandbox knows; back to its start with `reset`. */
export interface Service {
  readonly clock: () => number;
  readonly spec: FaultSpec;
  readonly faultText: string;
  readonly seed: number;
  readonly log: RequestLog;
  lockedBefore: string;
  quirks: Quirks;
  /** The books of a key, made when it is first named; undefined beyond MAX_COMPANIES. */
  company(key: string | undefined): Company | undefined;
  companies(): readonly Company[];
  /** Adds to one company, or to all there are and will be. */
  addAccounts(accounts: readonly NewAccount[], key: string | undefined): void;
  addVatTypes(vatTypes: readonly VatTypeRow[], key: string | undefined): void;
  /** The count of POST requests to the interface, the new one included. */
  countPost(): number;
  /** @param path under which the request is counted: `POST /api/biz/contacts` */
  drawFault(method: 'post' | 'get', path: string): Fault;
  /** Starts a new schedule. @throws UsageError */
  setFaults(text: string, seed: number): void;
  /**
   * Faults of the next requests, in order, before the schedule's.
   * @param path only of requests that are counted under it; those of other paths stay as they were set
   * @throws UsageError
   */
  setNext(kinds: readonly string[], path?: string): void;
  reset(): void;
}

export function createService(options: ServiceOptions): Service {
  let spec = parseFaultSpec(options.faults);
  let faultText = options.faults;
  let seed = options.seed;
  let schedule: FaultSchedule = createFaultSchedule(spec, seed);
  let next: { post: string[]; get: string[] } = { post: [], get: [] };
  let nextAt = new Map<string, string[]>();
  let companies = new Map<string, Company>();
  let everywhere: ((company: Company) => void)[] = [];
  let posts = 0;
  let log = createRequestLog();

  const company = (key = DEFAULT_COMPANY): Company | undefined => {
    const known = companies.get(key);
    if (known || companies.size >= MAX_COMPANIES) return known;
    const ownIds = service.quirks.books === 'token' && key !== DEFAULT_COMPANY;
    const made = createCompany(key, ownIds ? OTHER_IDS * companies.size : 0);
    for (const change of everywhere) change(made);
    companies.set(key, made);
    return made;
  };
  const change = (key: string | undefined, apply: (company: Company) => void) => {
    if (key !== undefined) {
      const one = company(key);
      if (one) apply(one);
      return;
    }
    everywhere.push(apply);
    for (const each of companies.values()) apply(each);
  };
  const setFaults = (text: string, newSeed: number) => {
    spec = parseFaultSpec(text);
    faultText = text;
    seed = newSeed;
    schedule = createFaultSchedule(spec, seed);
  };
  const service: Service = {
    clock: options.clock,
    get spec() {
      return spec;
    },
    get faultText() {
      return faultText;
    },
    get seed() {
      return seed;
    },
    get log() {
      return log;
    },
    lockedBefore: options.lockedBefore ?? LOCKED_BEFORE,
    quirks: options.quirks,
    company,
    companies: () => [...companies.values()],
    addAccounts: (accounts, key) =>
      change(key, (each) => {
        for (const account of accounts) each.accounts.add(account);
      }),
    addVatTypes: (vatTypes, key) =>
      change(key, (each) => {
        for (const vatType of vatTypes) each.vatTypes.add(vatType);
      }),
    countPost: () => ++posts,
    drawFault(method, path) {
      // Drawn in any case: a fault that is forced takes the place of the schedule's, and doesn't shift the others.
      const drawn = schedule.draw(method);
      const forced = nextAt.get(path)?.shift() ?? next[method].shift();
      if (forced === undefined) return drawn;
      if (forced === 'slow') return { kind: undefined, slow: true };
      return { kind: forced === NO_FAULT ? undefined : faultKind(forced), slow: false };
    },
    setFaults,
    setNext(kinds, path) {
      const queues = { post: [] as string[], get: [] as string[] };
      for (const name of kinds) {
        if (typeof name !== 'string') throw new UsageError(`Faults: ${JSON.stringify(name)} is not a fault's name.`);
        const queue = name.startsWith('get-') ? queues.get : queues.post;
        const kind = name.replace(/^get-/, '');
        queue.push(kind === NO_FAULT ? NO_FAULT : faultKind(kind, name));
      }
      if (path !== undefined) nextAt.set(path, path.startsWith('GET ') ? queues.get : queues.post);
      else {
        next = queues;
        nextAt = new Map();
      }
    },
    reset() {
      next = { post: [], get: [] };
      nextAt = new Map();
      companies = new Map();
      everywhere = [];
      posts = 0;
      log = createRequestLog();
      service.lockedBefore = options.lockedBefore ?? LOCKED_BEFORE;
      service.quirks = options.quirks;
      setFaults(options.faults, options.seed);
      company();
    },
  };
  company();
  return service;
}

/** What befalls one request. */
interface Fault {
  readonly kind: FaultKind | undefined;
  readonly slow: boolean;
}

/** Faults by seed and by the count of requests: the n-th POST meets the same fault in every run. */
interface FaultSchedule {
  draw(method: 'post' | 'get'): Fault;
}

const STREAMS = { post: { fault: 0, slow: 1 }, get: { fault: 2, slow: 3 } } as const;

export function createFaultSchedule(spec: FaultSpec, seed: number): FaultSchedule {
  const counts = { post: 0, get: 0 };
  return {
    draw(method) {
      const n = counts[method]++;
      const slow = method === 'post' ? spec.slowPost : spec.slowGet;
      return {
        kind: pick(spec[method], randomAt(seed, STREAMS[method].fault, n)),
        slow: slow > 0 && randomAt(seed, STREAMS[method].slow, n) < slow,
      };
    },
  };
}

function pick(chances: readonly Chance[], draw: number): FaultKind | undefined {
  let below = 0;
  for (const { kind, probability } of chances) {
    below += probability;
    if (draw < below) return kind;
  }
  return undefined;
}

/**
 * The n-th number of a seeded stream, in [0, 1). Stateless, so that a schedule depends on the count of requests alone
 * and never on how many numbers another request took.
 */
function randomAt(seed: number, stream: number, n: number): number {
  let x = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  x = mix(x + Math.imul(n + 1, 0x6d2b79f5));
  return mix(x ^ 0xc2b2ae35) / 0x1_0000_0000;
}

function mix(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}
