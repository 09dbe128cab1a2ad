import type { RunWords } from './run-words.ts';

const AGAIN = 'Neste kjøring prøver igjen. Fortsetter det, spør den som driver serveren.';
const TLS = 'Bruk https://. I et privat nettverk kan jobben tillate http (allowPrivate).';
const PATH = 'Kontroller stien i jobben, og hva brukeren har lov til der.';
const FILE =
  'Kontroller stien i jobben, og at disken er tilkoblet. Bruk et mønster (*.csv) for en fil som ikke alltid finnes.';

/** The same in Norwegian. */
export const NORWEGIAN: RunWords = {
  abandoned: () => 'bilag stanset før kjøringen var ferdig. Neste kjøring henter resten.',
  absent: (f) => `${f('at')} har ingen slik fil (status ${f('status')}). Kontroller fetch.url i jobben.`,
  certificate: (f) => `Sertifikatet til ${f('at')} kan ikke godtas: «${f('said')}» Spør den som driver serveren.`,
  compressed: (f) =>
    `${f('at')} komprimerer filen på en måte bilag ikke har bedt om (${f('encoding')}). Be den som driver serveren, sende den som den er.`,
  credentials: () => 'fetch.sftp har verken passord eller privat nøkkel. Legg inn en av dem i jobben.',
  denied: (f) =>
    `${f('at')} gir ikke bilag filen (status ${f('status')}). Kontroller fetch.headers i jobben, og om tokenet er utløpt.`,
  folder: () => 'Mapper blir ikke mottatt. Legg selve filene her; pakk ut en pakket mappe først.',
  garbled: (f) => `Svaret fra ${f('at')} kan ikke brukes.${f('said') && ` «${f('said')}»`} ${AGAIN}`,
  'header-wrong': (f) => `fetch.headers.${f('header')} kan ikke sendes. Rett det i jobben, eller fjern det.`,
  'host-key': (f) =>
    `${f('at')} viser nøkkelen ${f('key')}, og jobben sier ikke hvilken som er riktig. Ingenting er sendt. Sammenlign med fingeravtrykket du har fra den som driver serveren. Er de like, legg det inn i jobben: hostKey: "${f('fingerprint')}"`,
  'host-key-other': (f) =>
    `${f('at')} viser nøkkelen ${f('key')}; jobben venter ${f('expected')}. Det kan være en annen server. Ingenting er sendt. Spør den som driver serveren, om nøkkelen er byttet. Rett hostKey i jobben først da.`,
  'host-unknown': (f) => `Finner ikke serveren ${f('at')}. Kontroller adressen i jobben, og nettverket.`,
  'inbox-name': (f) =>
    `Jobben tar filer med navn som ${f('match')}. Gi filen et nytt navn, legg den i mappen til en annen jobb, eller legg navnet til i file.match i jobben.`,
  'inbox-root': (f) =>
    `Den ligger rett i innboksen, så bilag vet ikke hvilken jobb den er til. Legg den i mappen til jobben${f('jobs') && `: ${f('jobs')}`}.`,
  interrupted: (f) => `${f('at')} brøt forbindelsen. ${AGAIN}`,
  'job-absent': (f) =>
    `Jobben ${f('job')} finnes ikke, eller det er feil i den. Legg filen i mappen til en annen jobb, eller sett opp jobben.`,
  'length-unknown': (f) =>
    `${f('at')} sier ikke hvor lang filen er, så bilag ville ikke sett om den ble kuttet. Be den som driver serveren, sende Content-Length.`,
  link: () => 'Den er en lenke, og bilag følger ikke lenker. Legg en kopi av selve filen her.',
  'name-wrong': () => 'Filen har et navn som ikke kan brukes. Gi den et nytt navn på serveren.',
  'no-file': (f) =>
    `${f('path') || 'Dette'} er en mappe eller en lenke, ikke en fil. Oppgi selve filen, eller et mønster som *.csv.`,
  'not-listed': (f) => `${f('path')} kan ikke leses på serveren: «${f('said')}» ${PATH}`,
  'not-moved': (f) =>
    `Den er mottatt, men kan ikke flyttes eller slettes på serveren: «${f('said')}» Kontroller fetch.sftp.after i jobben, og hva brukeren har lov til der.`,
  'not-sftp': (f) => `${f('at')} svarer ikke som en SFTP-server: «${f('said')}» Kontroller host og port i jobben.`,
  'path-absent': (f) => `${f('path')} finnes ikke. ${FILE}`,
  private: (f) =>
    `${f('at')} er i et privat nettverk eller på denne maskinen. Er det meningen, tillat det i jobben (allowPrivate: true).`,
  'private-key': (f) =>
    `Den private nøkkelen kan ikke brukes: «${f('said')}» Kontroller fetch.sftp.privateKey og passphrase i jobben.`,
  redirected: (f) => `${f('at')} viderekobler uten ende. Kontroller fetch.url i jobben.`,
  refused: (f) => `${f('at')} tar ikke imot forbindelsen. Kontroller adresse og port i jobben.`,
  'signed-out': (f) => `${f('at')} avviser brukeren ${f('user')}. Kontroller bruker og passord eller nøkkel i jobben.`,
  silent: (f) => `${f('at')} svarer ikke. ${AGAIN}`,
  slow: (f) => `${f('at')} brukte for lang tid. ${AGAIN}`,
  special: () => 'Den er verken en fil eller en mappe. Fjern den.',
  'not-readable': () =>
    'Brukeren som kjører bilag, har ikke lov til å lese den. Gi brukeren leserettighet, og legg den inn på nytt.',
  status: (f) => `${f('at')} svarte med status ${f('status')} i stedet for filen. Kontroller fetch.url i jobben.`,
  stopped: () => 'Kjøringen ble stanset. Neste kjøring fortsetter.',
  system: (f) => `Filene kan ikke hentes: «${f('said')}» En administrator må rette det.`,
  'too-often': (f) => `${f('at')} blir spurt for ofte (status ${f('status')}). Kjør jobben sjeldnere.`,
  troubled: (f) => `${f('at')} har en feil (status ${f('status')}). ${AGAIN}`,
  unencrypted: (f) => `Forbindelsen til ${f('at')} ville ikke vært kryptert. ${TLS}`,
  unmatched: (f) => `${f('path')} passer ikke med file.match i jobben (${f('match')}). Legg til et mønster som passer.`,
  unreachable: (f) => `${f('at')} kan ikke nås (${f('said')}). Kontroller nettverket og brannmuren.`,
  unreadable: (f) => `${f('path') || 'Filen'} kan ikke leses: «${f('said')}» ${PATH}`,
  'url-wrong': (f) =>
    `fetch.url (${f('url')}) er ikke en nettadresse som kan brukes. Kontroller variablene. Bruker og passord hører hjemme i fetch.headers.`,
  variables: (f) =>
    `Jobben trenger variabler som ikke er satt: ${f('variables')}. En administrator må sette dem og starte bilag på nytt.`,
  'web-page': () =>
    'Serveren sendte en nettside i stedet for en fil. Åpne fetch.url i en nettleser; kontroller fetch.headers, og om tokenet er utløpt.',
};
