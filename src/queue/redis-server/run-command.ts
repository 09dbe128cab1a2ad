import { spawn } from 'node:child_process';

/** How a command ended. `code` is null when a signal or the time limit ended it, or when it could not be started. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Milliseconds after which the command is killed. */
  readonly limit: number;
}

/** Characters of each stream that are kept: the end, since a command says last what went wrong. */
const KEPT_CHARACTERS = 200_000;

/** Runs a command to its end. Never throws: a command that can't be started ends with its error as `stderr`. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    const child = spawn(command, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.limit,
      killSignal: 'SIGKILL',
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(-KEPT_CHARACTERS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-KEPT_CHARACTERS);
    });
    child.once('error', (error) => resolve({ code: null, stdout, stderr: `${stderr}${error.message}` }));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
