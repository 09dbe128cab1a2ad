import { type Problem, problemText } from '../config/problems.ts';
import type { DiagnosisCode } from '../core/diagnosis.ts';
import type { Facts } from '../core/facts.ts';

/** What a message names, as text; empty where it names nothing of that name. */
type Named = (name: string) => string;

const QUOTE = 'Sett verdien i anførselstegn.';
const KEEP = 'Behold bare én av dem.';

/** What is wrong with a file, in Norwegian: what `bilag job check` says in English. */
const NORWEGIAN: Readonly<Record<DiagnosisCode, (f: Named) => string>> = {
  'amount-twice': (f) => `${f('key')} oppgir beløpet en gang til. Fjern den, eller det andre beløpet.`,
  'bracket-open': (f) => `kolonne ${f('column')}: en parentes er åpnet, men ikke lukket med ${f('bracket')}.`,
  'character-missing': (f) =>
    `kolonne ${f('column')}: et tegn mangler. Se etter et manglende komma, kolon eller parentes.`,
  'character-reserved': (f) =>
    `kolonne ${f('column')}: en verdi begynner med ${f('character') || 'et reservert tegn'}. ${QUOTE}`,
  'colon-inside': (f) =>
    `kolonne ${f('column')}: en verdi inneholder «: », eller linjen har feil innrykk. Sett verdien i anførselstegn, eller gi linjen samme innrykk som naboene.`,
  'colon-missing': (f) =>
    `kolonne ${f('column')}: en nøkkel har ingen verdi. Skriv kolon og mellomrom etter den: «key: value».`,
  'description-itself': (f) => `${f('key')} viser til seg selv: {description}. Oppgi et annet felt.`,
  documents: (f) => `kolonne ${f('column')}: filen har flere dokumenter. Fjern linjen «---» og det som følger.`,
  empty: (f) => `${f('key') || 'filen'} er tom.${example(f)}`,
  escape: (f) =>
    `kolonne ${f('column')}: omvendt skråstrek i doble anførselstegn har en egen betydning. Bruk enkle anførselstegn: '^\\d+$'`,
  'file-large': () => 'filen er for stor.',
  'file-name': () =>
    'filnavnet er navnet på jobben og kan bare ha bokstaver, sifre, punktum, understrek og bindestrek. Gi filen et nytt navn.',
  'flag-twice': (f) => `${f('key')} har «${f('flag')}», som også betyr debet. Behold den i bare én av de to.`,
  'folder-same': (f) => `${f('key')} er mappen filene hentes fra. Oppgi en annen.`,
  indent: (f) => `kolonne ${f('column')}: linjen har feil innrykk. Gi den samme innrykk som naboene.`,
  'key-elsewhere': (f) =>
    `${f('key')} hører ikke hjemme her. ${f('section') ? `Flytt den til «${f('section')}».` : 'Flytt den helt til venstre, utenfor gruppene.'}`,
  'key-forbidden': (f) => `${f('key')} kan ikke brukes som nøkkel.`,
  'key-form': () => 'en nøkkel er ikke ren tekst. Sett nøkler som begynner med {, [, * eller ?, i anførselstegn.',
  'key-twice': (f) => `${f('key')} står to ganger, her og på linje ${f('line')}. ${KEEP}`,
  'key-unknown': (f) =>
    `${f('key')} er ikke en kjent nøkkel.${meant(f)}${f('known') && ` Kjente nøkler her: ${f('known')}.`}`,
  missing: (f) => `${f('key') || 'innholdet'} mangler.${example(f)}`,
  'name-twice': (f) => `${f('other')} har samme navn. Gi en av dem et nytt navn.`,
  needs: (f) => `${f('key')} mangler ${f('field')}.${example(f)}`,
  nested: (f) => `${f('key')} er for dyp, eller filen er for stor.`,
  'not-utf8': () => 'filen er ikke UTF-8. Lagre den som UTF-8.',
  'not-with': (f) => `${f('key')} kan ikke stå sammen med ${f('with')}. Fjern det ene.`,
  'only-with': (f) => `${f('key')} kan bare stå sammen med ${f('with')}. Fjern den.`,
  'quote-open': (f) => `kolonne ${f('column')}: et anførselstegn er åpnet, men ikke lukket.`,
  reference: (f) => `${f('key')} begynner med *, som YAML leser som en referanse. ${QUOTE}`,
  'same-column': (f) => `${f('key')} er samme kolonne som ${f('other')}: «${f('column')}». Hver trenger sin egen.`,
  'service-none': (f) =>
    `tjenesten «${f('service')}» er ikke satt opp. Rett navnet i jobben, eller sett den opp i bilag.yaml.`,
  'sheets-both': () => 'file.sheet nevner ett ark og file.sheets flere. Behold bare én av dem.',
  'source-none': (f) => `${f('key')} sier når filer skal hentes, men ingenting sier hvor.${example(f)}`,
  tab: (f) => `kolonne ${f('column')}: innrykket er en tabulator. Bruk mellomrom.`,
  tag: () => `en verdi begynner med !, som YAML leser som en merkelapp. ${QUOTE}`,
  twice: (f) => `${f('key')} har «${f('item')}» to ganger. ${KEEP}`,
  unreadable: () =>
    'mappen eller filen kan ikke leses. En administrator må kontrollere at den finnes, og at bilag har tilgang til den.',
  'value-ended': (f) =>
    `kolonne ${f('column')}: noe står etter at verdien er slutt. En verdi som begynner med {, [ eller et anførselstegn, må stå i anførselstegn i sin helhet: "{file} {entry}"`,
  'variable-none': (f) => `${f('key')} har et $ uten navn på en variabel.${example(f)}`,
  wrong: (f) => `${f('key') || 'filen'} er feil${f('value') && `: ${f('value')}`}.${meant(f) || example(f)}`,
  yaml: (f) => `kolonne ${f('column')}: linjen er ikke gyldig YAML. Sett verdier med spesialtegn i anførselstegn.`,
};

function example(f: Named): string {
  return f('example') && ` Eksempel: ${f('example')}`;
}

function meant(f: Named): string {
  return f('near') && ` Mente du «${f('near')}»?`;
}

/** One thing that is wrong in the file of a job, with its place, in the languages of the pages. */
export function diagnosisWords(problem: Problem): { readonly en: string; readonly nb: string } {
  const { file, line, told = { code: 'wrong' } } = problem;
  const facts: Facts = told.facts ?? {};
  const said = NORWEGIAN[told.code]((name) => [facts[name] ?? []].flat().join(', '));
  const place = `${file}${line > 0 ? `:${line}` : ''}`;
  return {
    en: file === '' ? problem.message : problemText(problem),
    nb: file === '' ? upper(said) : `${place}: ${said}`,
  };
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
