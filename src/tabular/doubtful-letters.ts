import { isAscii } from 'node:buffer';
import iconv from 'iconv-lite';
import { FileRejected } from '../core/issue.ts';
import { REPAIR } from '../core/repaired-encoding.ts';
import { visibleText } from '../core/text.ts';
import { isLikelier, misreadWords, NORTHERN, onceMisread } from './misread-letters.ts';
import { unmisread } from './repaired-text.ts';

/** Different words beyond ASCII that are judged; they are enough to tell an encoding. */
const JUDGED_WORDS = 4_000;
/** Bytes of a word; what is longer is none. */
const WORD_MAX_BYTES = 60;
/** Words that a message shows, and encodings. */
const SHOWN_WORDS = 3;
const SHOWN_ENCODINGS = 4;
/** Other encodings of northern files, the likeliest first. */
const OTHERS = ['cp850', 'cp865', 'macintosh', 'cp437', 'windows-1250'];
/** Of the words that were misread another encoding may misread one in so many, and still be meant. */
const FEWER = 4;

/** UTF-8 of what words hold that were misread: Ã, Â, ¿, ¾, ¯, §, ›, †, „. */
const SUSPECTS = ['c383', 'c382', 'c2bf', 'c2be', 'c2af', 'c2a7', 'e280ba', 'e280a0', 'e2809e'].map((bytes) =>
  Buffer.from(bytes, 'hex'),
);
/** UTF-8 of control characters: this byte, and one up to the other behind it. */
const CONTROL_START = 0xc2;
const LAST_CONTROL = 0x9f;

/** A word as it stands in the file, byte by byte. */
const WORD = /[^ \t\r\n;,|"0-9]*[\x80-\xff][^ \t\r\n;,|"0-9]*/g;

/** Judges the letters of a text whose encoding nobody named, while it is read. */
export interface LetterWatch {
  /** @param bytes the next block, as it stands in the file */
  note(bytes: Buffer): void;
  /** @throws FileRejected `encoding-doubtful` where its words are misread, with what they are in other encodings */
  judge(): void;
}

/** @param encoding in which the text is read: `windows-1252` or `utf-8` */
export function watchLetters(encoding: string): LetterWatch {
  const words = new Set<string>();
  return {
    note(bytes) {
      if (words.size >= JUDGED_WORDS || isAscii(bytes)) return;
      if (encoding === 'utf-8' && !SUSPECTS.some((suspect) => bytes.includes(suspect)) && !hasControls(bytes)) return;
      for (const [word] of bytes.toString('latin1').matchAll(WORD)) {
        if (word.length <= WORD_MAX_BYTES) words.add(word);
        if (words.size >= JUDGED_WORDS) return;
      }
    },
    judge() {
      const found = encoding === 'utf-8' ? doubtOfUtf8([...words]) : doubtOf([...words], encoding);
      if (found !== undefined) throw doubtful(encoding, found);
    },
  };
}

function hasControls(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(CONTROL_START); at >= 0; at = bytes.indexOf(CONTROL_START, at + 1)) {
    if (bytes[at + 1]! <= LAST_CONTROL) return true;
  }
  return false;
}

interface Reading {
  readonly encoding: string;
  readonly words: readonly string[];
  readonly misread: number;
}

interface Doubt {
  /** The misread words as they are read. */
  readonly words: readonly string[];
  /** And as they would be in other encodings, the likeliest first. */
  readonly others: readonly Reading[];
}

/** @param words byte by byte */
function doubtOf(words: readonly string[], encoding: string): Doubt | undefined {
  const bytes = words.map((word) => Buffer.from(word, 'latin1'));
  const read = bytes.map((word) => iconv.decode(word, encoding));
  const others = OTHERS.map((other) => [other, (at: number) => iconv.decode(bytes[at]!, other)] as const);
  return judge(read, misreadWords(read), others, isLikelier);
}

/** Text that was misread as Windows-1252 before, and saved as UTF-8 with the wrong letters. */
function doubtOfUtf8(words: readonly string[]): Doubt | undefined {
  const read = words.map((word) => Buffer.from(word, 'latin1').toString('utf8'));
  const misread = onceMisread(read);
  const others = ['utf-8', 'windows-1252', ...OTHERS].map((other) => {
    const before = (at: number) => {
      const bytes = unmisread(read[at]!);
      return bytes === undefined ? read[at]! : iconv.decode(bytes, other);
    };
    return [`${REPAIR}${other}`, before] as const;
  });
  return judge(read, misread, others, () => false);
}

/** @param isLikelier whether a word that is not misread is a likelier one in another encoding: counted where nothing speaks for this one */
function judge(
  read: readonly string[],
  misread: ReadonlySet<number>,
  others: readonly (readonly [encoding: string, decode: (at: number) => string])[],
  isLikelier: (word: string, other: string) => boolean,
): Doubt | undefined {
  if (read.length === 0) return undefined;
  const readings = others
    .map(([encoding, decode]) => {
      const words = read.map((_, at) => decode(at));
      const better = read.flatMap((word, at) => (misread.has(at) || isLikelier(word, words[at]!) ? [at] : []));
      const northern = better.filter((at) => NORTHERN.test(words[at]!)).length;
      return { encoding, words, misread: misreadWords(words).size, better, northern };
    })
    .sort((a, b) => a.misread - b.misread || b.northern - a.northern);
  const meant = readings.filter((other) => other.better.length > 0 && other.misread * FEWER <= other.better.length);
  const [best] = meant;
  if (best === undefined) return undefined;
  const shown = best.better.slice(0, SHOWN_WORDS);
  return {
    words: shown.map((at) => read[at]!),
    others: meant.map((other) => ({ ...other, words: shown.map((at) => other.words[at]!) })),
  };
}

function doubtful(encoding: string, { words, others }: Doubt): FileRejected {
  const candidates = sideBySide(others);
  const [first] = others;
  return new FileRejected({
    code: 'encoding-doubtful',
    value: words[0]!,
    facts: { encoding, read: words, others: candidates.map((each) => each.replaceAll(' or ', '/')) },
    message: `The letters of the file look misread. ${[`${encoding}: ${quoted(words)}`, ...candidates].join('  ')}`,
    suggestion: `Set file.encoding in the job to the one whose words are right (${first!.encoding}, say). If none is, export the file again as UTF-8; if ${encoding} is right, name that.`,
    choices: [{ encoding, words }, ...others]
      .slice(0, SHOWN_ENCODINGS + 1)
      .map((reading) => ({ value: reading.encoding, means: reading.words.map(visibleText).join(', ') })),
  });
}

/** `cp850 or cp865: "Beløp"` */
function sideBySide(readings: readonly Reading[]): string[] {
  const alike = new Map<string, string[]>();
  for (const { encoding, words } of readings) {
    const shown = quoted(words);
    alike.set(shown, [...(alike.get(shown) ?? []), encoding]);
  }
  return [...alike].slice(0, SHOWN_ENCODINGS).map(([words, names]) => `${names.join(' or ')}: ${words}`);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${visibleText(word)}"`).join(', ');
}

/**
 * What the words of a text are in the encodings that can read them, for people to choose from.
 * @param bytes of the text
 * @param not encodings that are out of the question
 */
export function candidatesFor(bytes: Buffer, not: readonly string[]): { encodings: readonly string[]; shown: string } {
  const words = [...new Set([...bytes.toString('latin1').matchAll(WORD)].map(([word]) => word))]
    .filter((word) => word.length <= WORD_MAX_BYTES)
    .slice(0, JUDGED_WORDS);
  const readings = ['windows-1252', ...OTHERS]
    .filter((encoding) => !not.includes(encoding))
    .map((encoding): Reading => {
      const decoded = words.map((word) => iconv.decode(Buffer.from(word, 'latin1'), encoding));
      return { encoding, words: decoded, misread: misreadWords(decoded).size };
    })
    .sort((a, b) => a.misread - b.misread);
  // The words that tell the encodings apart.
  const telling = words
    .map((_, at) => ({ at, readings: new Set(readings.map((reading) => reading.words[at])).size }))
    .sort((a, b) => b.readings - a.readings)
    .slice(0, SHOWN_WORDS)
    .map(({ at }) => at);
  const told = readings
    .filter(({ misread }) => misread * FEWER <= words.length)
    .map((reading) => ({ ...reading, words: telling.map((at) => reading.words[at]!) }));
  return { encodings: told.map(({ encoding }) => encoding), shown: sideBySide(told).join('  ') };
}
