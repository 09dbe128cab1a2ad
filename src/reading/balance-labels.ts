/** What a text says that its row is, where the row states a balance and moves nothing. */
export type BalanceLabel = 'opening' | 'closing' | 'carried';

/** Characters of a text that may be such a label. */
const LABEL_CHARACTERS = 80;

const OPENING = [
  'inn?g[aå]ende (?:saldo|balan[sc]e|balans)',
  'indgående saldo',
  '(?:start|åpnings|primo|begynnelses|begin|openings|anfangs|eröffnungs)saldo',
  'forrige saldo',
  'saldo (?:primo|(?:fra|frå|från) (?:forrige|førre|föregående|sist|siste))',
  'saldo (?:forrige|førre|föregående)',
  'overført (?:fra|frå) (?:forrige|førre)',
  'skyldig beløp (?:fra|frå|på) (?:forrige|førre|sist|siste)',
  '(?:opening|beginning|starting|previous) balance',
  'balance (?:brought )?forward',
  'brought forward',
  'balance from (?:the )?(?:last|previous)',
  'alter (?:konto)?(?:saldo|stand)',
  'anfangsbestand',
  'saldovortrag',
  "(?:ancien solde|solde (?:initial|précédent|d['’]ouverture))",
  'saldo (?:inicial|anterior|iniziale|precedente|początkowe)',
  'alkusaldo',
];
const CLOSING = [
  'utg[aå]ende (?:saldo|balan[sc]e|balans)',
  'udgående saldo',
  '(?:slutt?|ultimo|end|eind|schluss|abschluss|loppu)saldo',
  'saldo (?:ultimo|final[ei]?|końcowe)',
  '(?:closing|ending) balance',
  '(?:balance )?carried forward',
  'neuer (?:konto)?(?:saldo|stand)',
  '(?:nouveau solde|solde (?:final|de clôture))',
];
const CARRIED = ['overf(?:ør[dt]|ört|\\.)e? saldo', 'saldo (?:(?:pr|per|den)\\b\\.?|(?=\\d{1,4}[./-]\\d))'];
const MONTHS =
  'jan|feb|mar|apr|ma[ijy]|jun|jul|aug|se[pk]|sept|o[ck]t|nov|de[cs]|januar[iy]?|februar[iy]?|mars|march|april|jun[ei]|jul[iy]|august|september|o[ck]tober|november|de[cs]ember';
/** What may stand behind a label: a day, a period, an account. `Opening balance for Ola` is a text of a person's own. */
const TAIL = `(?:[\\s:.,;()/–-]|\\d|(?:pr|per|den|the|as|of|at|on|fra|frå|från|from|last|til|till|to|for|konto|account|faktura|fakturaen|invoice|statement|kontoutskrift|utskrift|måned|månad|periode|period|side|page|år|year|kr|nok|sek|dkk|eur|${MONTHS})(?![\\p{L}]))*`;
const PERIOD = new RegExp(`^${TAIL}$`, 'u');
/** Nearly all texts are none of them: one look tells. */
const ANY = new RegExp(`^(?:${[...OPENING, ...CLOSING, ...CARRIED].join('|')})`, 'u');
const LABELS = Object.entries({ opening: OPENING, closing: CLOSING, carried: CARRIED }).map(
  ([label, words]) => [label as BalanceLabel, new RegExp(`^(?:${words.join('|')})${TAIL}$`, 'u')] as const,
);

/** Whether a text says that its row states a balance, and of which end of the file. */
export function balanceLabel(text: string): BalanceLabel | undefined {
  if (text.length > LABEL_CHARACTERS) return undefined;
  const bare = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return ANY.test(bare) ? LABELS.find(([, pattern]) => pattern.test(bare))?.[0] : undefined;
}

/** Whether a text is nothing but a day, a period or an account: what may stand behind `Sum`. */
export function isPeriod(text: string): boolean {
  return text.length <= LABEL_CHARACTERS && PERIOD.test(text.toLowerCase());
}
