import type { RunWords } from './facts.ts';

const AGAIN = 'Neste kjøring prøver igjen. Fortsetter det, spør den som driver serveren.';
const ASK = 'Spør den som driver serveren.';
const URL = 'Kontroller fetch.url i jobben.';
const HEADERS = 'Kontroller fetch.headers i jobben.';
const PATH = 'Kontroller stien i jobben, og hva brukeren har lov til der.';
const ADDRESS = 'Kontroller adressen i jobben, og nettverket.';

export default {
  'run/abandoned': () => 'bilag stanset før kjøringen var ferdig.\nNeste kjøring henter resten.',
  'run/absent': (f) => `${f('at')} har ingen slik fil (status ${f('status')}).\n${URL}`,
  'run/certificate': (f) => `Sertifikatet til ${f('at')} kan ikke godtas: «${f('said')}»\n${ASK}`,
  'run/compressed': (f) => `${f('at')} sender filen komprimert (${f('encoding')}).\n${ASK}`,
  'run/credentials': () => 'fetch.sftp har verken passord eller privat nøkkel.\nLegg inn en av dem i jobben.',
  'run/denied': (f) => `${f('at')} gir ikke bilag filen (status ${f('status')}).\n${HEADERS}`,
  'run/garbled': (f) => `Svaret fra ${f('at')} kan ikke brukes.${f('said') && ` «${f('said')}»`}\n${AGAIN}`,
  'run/header-wrong': (f) => `fetch.headers.${f('header')} kan ikke sendes.\n${HEADERS}`,
  'run/host-key': (f) =>
    `${f('at')} viser nøkkelen ${f('key')}. Ingenting er sendt.\nStemmer den med fingeravtrykket du har fått av den som driver serveren, legg den inn i jobben: hostKey: "${f('fingerprint')}"`,
  'run/host-key-other': (f) =>
    `${f('at')} viser nøkkelen ${f('key')} i stedet for ${f('expected')}. Ingenting er sendt.\nSpør den som driver serveren, om nøkkelen er byttet, før du retter hostKey i jobben.`,
  'run/host-unknown': (f) => `Finner ikke ${f('at')}.\n${ADDRESS}`,
  'run/interrupted': (f) => `${f('at')} brøt forbindelsen.\n${AGAIN}`,
  'run/length-unknown': (f) => `${f('at')} sier ikke hvor lang filen er.\n${ASK}`,
  'run/name-wrong': () => 'Filen har et navn som ikke kan brukes.\nGi den et nytt navn på serveren.',
  'run/no-file': (f) => `${f('path') || 'Dette'} er ikke en fil.\nOppgi selve filen, eller et mønster som *.csv.`,
  'run/not-listed': (f) => `${f('path')} kan ikke leses på serveren: «${f('said')}»\n${PATH}`,
  'run/not-moved': (f) => `Den er mottatt, men kan ikke flyttes eller slettes på serveren: «${f('said')}»\n${PATH}`,
  'run/not-sftp': (f) => `${f('at')} svarer ikke som en SFTP-server: «${f('said')}»\n${ADDRESS}`,
  'run/path-absent': (f) => `${f('path')} finnes ikke.\n${PATH}`,
  'run/private': (f) =>
    `${f('at')} er i et privat nettverk eller på denne maskinen.\nEr det meningen, tillat det i jobben (allowPrivate: true).`,
  'run/private-key': (f) => `Den private nøkkelen kan ikke brukes: «${f('said')}»\nKontroller den i jobben.`,
  'run/redirected': (f) => `${f('at')} viderekobler uten ende.\n${URL}`,
  'run/refused': (f) => `${f('at')} tar ikke imot forbindelsen.\n${ADDRESS}`,
  'run/signed-out': (f) => `${f('at')} avviser brukeren ${f('user')}.\nKontroller passordet eller nøkkelen i jobben.`,
  'run/silent': (f) => `${f('at')} svarer ikke.\n${AGAIN}`,
  'run/slow': (f) => `${f('at')} brukte for lang tid.\n${AGAIN}`,
  'run/status': (f) => `${f('at')} svarte med status ${f('status')} i stedet for filen.\n${URL}`,
  'run/stopped': () => 'Kjøringen ble stanset.\nNeste kjøring fortsetter.',
  'run/system': (f) => `Filene kan ikke hentes: «${f('said')}»\nEn administrator må rette det.`,
  'run/too-often': (f) => `${f('at')} blir spurt for ofte.\nKjør jobben sjeldnere.`,
  'run/troubled': (f) => `${f('at')} har en feil (status ${f('status')}).\n${AGAIN}`,
  'run/unencrypted': (f) => `Forbindelsen til ${f('at')} ville ikke vært kryptert.\nBruk https://.`,
  'run/unmatched': (f) =>
    `${f('path')} passer ikke med file.match i jobben (${f('match')}).\nLegg til et mønster som passer.`,
  'run/unreachable': (f) => `${f('at')} kan ikke nås (${f('said')}).\n${ADDRESS}`,
  'run/unreadable': (f) => `${f('path') || 'Filen'} kan ikke leses: «${f('said')}»\n${PATH}`,
  'run/url-wrong': (f) => `fetch.url (${f('url')}) er ikke en nettadresse som kan brukes.\n${URL}`,
  'run/variables': (f) =>
    `Jobben trenger variabler som ikke er satt: ${f('variables')}.\nEn administrator må sette dem og starte bilag på nytt.`,
  'run/web-page': () => `Serveren sendte en nettside i stedet for en fil.\n${HEADERS}`,
} satisfies RunWords;
