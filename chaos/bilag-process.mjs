import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A bilag process in a session of its own, so that the terminal's signals do not reach it.
 * @param {string} name
 * @param {string[]} args of Node
 * @param {{ cwd: string, env: Record<string, string>, act: (what: string, detail: object) => void }} options
 */
export function spawnBilag(name, args, { cwd, env, act }) {
  const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const startedAt = Date.now();
  let out = '';
  let err = '';
  let exitedAt;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  child.once('exit', () => {
    exitedAt = Date.now();
  });
  /** @type {Promise<{ code: number | null, signal: string | null, at: number }>} */
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      act('exit', { name, pid, code, signal });
      resolve({ code, signal, at: exitedAt });
    });
  });
  const running = () => child.exitCode === null && child.signalCode === null;
  const send = (what, signal) => {
    if (child.kill(signal)) act(what, { name, pid, signal });
  };
  return {
    name,
    pid,
    startedAt,
    stdout: () => out,
    stderr: () => err,
    exited,
    running,
    /** Whether it stands still. */
    stopped: () => running() && /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    kill: (signal = 'SIGKILL') => send('kill', signal),
    stop: () => send('stop', 'SIGSTOP'),
    cont: () => send('cont', 'SIGCONT'),
    /** Without a word in the timeline. */
    end: () => void child.kill('SIGKILL'),
  };
}
