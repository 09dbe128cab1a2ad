/**
 * Whether letters of a text were read in the wrong encoding: `Bel›p` for `Beløp`. Judged by what no western language
 * writes, and by nothing that one does: names of other countries, quotes and signs beside words are sound.
 */

/** Signs that never stand between two letters; those of quotes and dashes, which do, are not among them. */
const BETWEEN = /\p{L}[¡-§©«®¯±-³¶¸»-¿×÷‚„†‡ˆ‰‹›‘“”•˜™€ƒ]\p{L}/u;
/** Signs before a small letter that begin no word, and behind a letter that end none. */
const BEFORE = /^[^\p{L}\p{N}]*[†‡®¯¾¿ƒ§€]\p{Ll}/u;
const BEFORE_ANY = /^[^\p{L}\p{N}]*[™›Ÿ]\p{L}/u;
const BEHIND = /\p{L}[†‡‚ƒˆ˜¿¾¯§][^\p{L}\p{N}]*$/u;
/** A large letter in a word of small ones: `VŠsterŒs`; a large Ÿ before a small letter wherever it stands: `MŸller`. */
const LARGE_INSIDE = /\p{Ll}[À-ÖØ-ÞŠŽŒŸ]|\p{L}Ÿ\p{Ll}/u;
/** Control characters that no text has, what stands for an unknown letter, frames and blocks, and ß where none is. */
const NEVER = /[\u0080-\u009f\ufffd\u2200-\u22ff\u2500-\u259f\uf8ff]|(?<![aeiouyäöü\p{Lu}])ß/u;
/** Letters of Greek or Cyrillic, or a micro sign, in a word of Latin ones. */
const MIXED = /\p{Script=Latin}[\u0370-\u04ffµ°]\p{Script=Latin}/u;
/** UTF-8 that was read as Windows-1252: `KjÃ¸p`. */
const TWICE = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/u;

/** What no sound text holds either, whatever it quotes: for a text that says of itself how it is written. */
const SURELY = /[\u0080-\u009f]|\p{Ll}[›†„¿¾¯§]\p{Ll}/u;

/**
 * Marks that open or close a quotation, each with what then stands at the other end of one. The mark ” at both ends is
 * believed around one word only: `”ver Malm”` can as well be `över Malmö`, and other words of the file tell.
 */
const QUOTES = [
  { at: /^[^\p{L}]*„\p{L}/u, other: /[“”"][^\p{L}\p{N}]*$/u },
  { at: /^[^\p{L}]*”(?!.*”)\p{L}/u, other: undefined },
  { at: /^[^\p{L}]*‘\p{L}/u, other: /[’‘][^\p{L}\p{N}]*$/u },
  { at: /\p{L}”[^\p{L}\p{N}]*$/u, other: /^[^\p{L}\p{N}]*[“”„]/u },
  { at: /\p{L}‘[^\p{L}\p{N}]*$/u, other: /^[^\p{L}\p{N}]*[‚‘]/u },
  { at: /\p{L}›[^\p{L}\p{N}]*$/u, other: /^[^\p{L}\p{N}]*[‹›]/u },
] as const;

/** What sound words hold too, and `as` what would make them likelier words: vowels where a word needs them. */
const RARE = /[šŠžŽ]|^[^\p{L}]*(?:[…Œ]\p{Ll}|’(?![tnsmk]\b)\p{Ll})|[aeiouyäöü]á(?:[elbit]|$)/u;
/** Letters of the languages that files come in mostly. */
export const NORTHERN = /[æøåäöüßé]/iu;
const VOWELS_TOGETHER = /[aeiouyæøåäö][æøåäöé]|[æøäöüé][aeiouyåäö]/iu;

/** A word that cannot have been meant so. */
function isMisread(word: string): boolean {
  return (
    NEVER.test(word) ||
    BETWEEN.test(word) ||
    BEFORE.test(word) ||
    BEFORE_ANY.test(word) ||
    BEHIND.test(word) ||
    LARGE_INSIDE.test(word) ||
    MIXED.test(word) ||
    TWICE.test(word)
  );
}

/** The words of a text that cannot have been meant so, seen together: a quotation has two ends. */
export function misreadWords(words: readonly string[]): Set<number> {
  const found = new Set<number>();
  const unpaired = QUOTES.filter(({ other }) => !words.some((word) => other?.test(word)));
  for (const [at, word] of words.entries()) {
    if (isMisread(word) || unpaired.some((quote) => quote.at.test(word))) found.add(at);
  }
  return found;
}

/**
 * The words of a text that is sound by its bytes, and can have been misread only before it was written. A control character
 * or a sign in a single word is a slip of that word.
 */
export function onceMisread(words: readonly string[]): Set<number> {
  const found = [...words.keys()].filter((at) => SURELY.test(words[at]!) || TWICE.test(words[at]!));
  const isMost = found.length * 2 >= words.length;
  return new Set(isMost ? found : found.filter((at) => TWICE.test(words[at]!)));
}

/** Whether a word that can be meant is a likelier one as another: `Malmš` as `Malmö`, and not `Miloš` as `Miloö`. */
export function isLikelier(word: string, other: string): boolean {
  return RARE.test(word) && NORTHERN.test(other) && !VOWELS_TOGETHER.test(other) && !isMisread(other);
}
