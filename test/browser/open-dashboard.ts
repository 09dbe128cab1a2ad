import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type Office, openOffice, ROOT, type Running } from '../cli/bilag.ts';
import { type Person, type PersonOptions, sitDown } from './person.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program; empty where there is none. */
    chromium: string;
  }
}

/** What a file of tests may take before its `bilag start` is taken to hang, in milliseconds. */
const HANG_MS = 15 * 60_000;
/** What it may take to end its requests and leave, in milliseconds. */
const LEAVE_MS = 60_000;

const program = inject('chromium');
export const isBrowserThere = program !== '';
/** A test in a browser: skipped where there is none, which the global setup has said. */
export const inBrowser = test.skipIf(!isBrowserThere);

export interface DashboardOptions {
  /** Files of the working folder by their names: `bilag.yaml`, `jobs/journal.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Dashboard {
  /** `http://127.0.0.1:PORT`, where `bilag start` serves it. */
  readonly url: string;
  readonly office: Office;
  readonly sandbox: Sandbox;
  /** Somebody at a browser of their own; everything that goes wrong in it fails the test. */
  person(options?: PersonOptions): Promise<Person>;
  /** Asks the sandbox, or tells it something where there is a body: `GET /sandbox/` lists what. */
  control<T>(path: string, body?: unknown, method?: 'POST' | 'PUT'): Promise<T>;
  /** All that `bilag start` has logged so far. */
  log(): string;
  /** Asks the interface as a program would, and fails the test where it refuses. */
  ask<T>(path: string, request?: RequestInit): Promise<T>;
}

/**
 * Registers the hooks that start a sandbox, a `bilag start` beside it as a process of its own, and a browser, once for all
 * tests of the file, and that end all three whatever becomes of the tests. Called once in a file, outside its tests.
 */
export function dashboardOffice({ files = {}, env = {} }: DashboardOptions = {}): Dashboard {
  const office = {} as Office;
  const sandbox = {} as Sandbox;
  const people: Person[] = [];
  let started: Running | undefined;
  let browser: Browser | undefined;
  let url = '';
  // Where the tests are given up, this process ends without its hooks.
  const abandon = () => started?.child.kill('SIGKILL');

  beforeAll(async () => {
    if (!isBrowserThere) return;
    Object.assign(sandbox, await startSandbox());
    Object.assign(office, await openOffice({ ACCOUNTING_URL: sandbox.url, ...env }, { hangMs: HANG_MS }));
    await cp(join(ROOT, 'jobs'), join(office.folder, 'jobs'), { recursive: true });
    for (const [name, text] of Object.entries(files)) await office.write(name, text);
    process.once('exit', abandon);
    started = office.start('start');
    await started.said(/"msg":"started: /);
    url = /"dashboard":"([^"]+)"/.exec(started.told().out + started.told().err)?.[1] ?? '';
    // Every address of this machine, of which it is asked under one.
    url = url.replace('//0.0.0.0:', '//127.0.0.1:');
    expect(url, 'bilag start serves the dashboard').toMatch(/^http:/);
    browser = await chromium.launch({ executablePath: program, chromiumSandbox: process.getuid?.() !== 0 });
  });

  afterEach(async ({ task }) => {
    const troubles: string[] = [];
    const pictures = task.result?.state === 'fail' ? process.env['BILAG_TEST_PICTURES'] : undefined;
    for (const person of people.splice(0)) troubles.push(...(await person.leave(pictures && join(pictures, task.id))));
    expect(troubles, 'nothing goes wrong in the browser that a test does not expect').toEqual([]);
  });

  afterAll(async () => {
    process.removeListener('exit', abandon);
    await browser?.close();
    try {
      if (started !== undefined) await stop(started);
    } finally {
      await office.leave?.();
      await sandbox.close?.();
    }
  });

  return {
    get url() {
      return url;
    },
    office,
    sandbox,
    async person(options) {
      const person = await sitDown(browser!, options?.url ?? url, options);
      people.push(person);
      return person;
    },
    async control(path, body, method = 'POST') {
      const request = body === undefined ? {} : { method, body: JSON.stringify(body) };
      const response = await fetch(`${sandbox.url}/sandbox/${path}`, request);
      expect(response.status, `${path} of the sandbox`).toBe(200);
      return response.json();
    },
    log: () => started!.told().out,
    async ask(path, request) {
      const response = await fetch(url + path, request);
      const text = await response.text();
      expect(response.ok, `${path}: ${response.status} ${text}`).toBe(true);
      return JSON.parse(text);
    },
  };
}

/** Ends it as Ctrl-C does, and sees that it leaves in good order. */
async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  const { code, err } = await ended;
  clearTimeout(timer);
  expect(code, err).toBe(0);
}

/** A file of samples/. */
export const sample = (name: string) => ({ name: name.split('/').at(-1)!, path: join(ROOT, 'samples', name) });
export const bytesOf = (name: string) => readFileSync(sample(name).path);
