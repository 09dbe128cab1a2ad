import { createRequire } from 'node:module';
import type { SingleBar } from 'cli-progress';
import { counted, readableCount } from './text.ts';

/** How far an import is. */
export interface Progress {
  readonly file: string;
  /** What its entries are called. */
  readonly many: string;
  readonly phase: 'planning' | 'posting';
  /** Rows read so far; how many there are is not known before the end. */
  readonly rowsRead: number;
  /** Entries with an outcome, of those that were planned. */
  readonly settled: number;
  readonly planned: number;
}

export interface ProgressBar {
  show(progress: Progress): void;
  /** Takes it off the screen; the next `show` brings it back. For lines that are to stand above it. */
  clear(): void;
  end(): void;
}

const FRAMES_A_SECOND = 10;
const BAR_CHARACTERS = 30;
const CLEAR_LINE = '\r\u001b[K';

/** @param stream a terminal */
export function openProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  let bar: SingleBar | undefined;
  const end = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    show({ file, many, phase, rowsRead, settled, planned }) {
      if (phase === 'planning') {
        end();
        stream.write(`${CLEAR_LINE}  ${file}  reading, ${counted(rowsRead, 'row')}`);
        return;
      }
      if (bar === undefined) {
        stream.write(CLEAR_LINE);
        bar = newBar(stream, many);
        bar.start(planned, settled, { file, of: readableCount(planned), done: readableCount(settled) });
      }
      bar.setTotal(planned);
      bar.update(settled, { file, of: readableCount(planned), done: readableCount(settled) });
    },
    clear() {
      stream.write(CLEAR_LINE);
    },
    end() {
      end();
      stream.write(CLEAR_LINE);
    },
  };
}

/** Loaded at the first bar: a command in a script never shows one. */
function newBar(stream: NodeJS.WriteStream, many: string): SingleBar {
  const { SingleBar, Presets } = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');
  return new SingleBar(
    {
      stream,
      format: `  {file}  {bar} {done} of {of} ${many}`,
      barsize: BAR_CHARACTERS,
      fps: FRAMES_A_SECOND,
      clearOnComplete: true,
      hideCursor: null,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
}
