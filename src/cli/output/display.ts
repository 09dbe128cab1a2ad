import type { Log } from '../../core/log.ts';
import type { CliContext } from '../context.ts';
import { logWords, wantsStacks } from './explain-error.ts';
import { openProgressBar, type Progress, type ProgressBar } from './progress-bar.ts';
import { type Style, styleFor } from './text.ts';

/** Everything that a command says besides its data: lines on stderr, and on a terminal a progress bar below them. */
export interface Display {
  /**
   * One line for the person who runs this, once where it comes several times in a row; of several lines only the first,
   * but for those who look for mistakes of ours.
   */
  say(line: string): void;
  /** The words of an event, as `say` says them. */
  readonly log: Log;
  /** Whether this line was said already, so that it need not be said again as an error. */
  hasSaid(line: string): boolean;
  /** Does nothing where stderr is no terminal. */
  progress(progress: Progress): void;
  /** Takes the progress bar away. */
  endProgress(): void;
  readonly style: Style;
}

export function createDisplay({ err, env }: CliContext): Display {
  const said = new Set<string>();
  const whole = wantsStacks(env);
  const style = styleFor(err, env);
  let bar: ProgressBar | undefined;
  let last = '';
  const say = (line: string, error?: unknown) => {
    const message = logWords(line, error);
    if (message === last) return;
    last = message;
    said.add(message);
    bar?.clear();
    err.write(`${style('dim', whole ? line : message)}\n`);
  };
  return {
    say: (line) => say(line),
    log: (_event, message, fields) => say(message, fields?.error),
    hasSaid: (line) => said.has(line),
    progress(progress) {
      if (err.stream === undefined) return;
      bar ??= openProgressBar(err.stream);
      bar.show(progress);
    },
    endProgress() {
      bar?.end();
      bar = undefined;
    },
    style,
  };
}
