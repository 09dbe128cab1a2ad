import type { RunWords } from './facts.ts';

const AGAIN = 'Neste kjøring prøver igjen. Fortsetter det, spør den som driver serveren.';
const TLS = 'Bruk https://. I et privat nettverk kan jobben tillate http (allowPrivate).';
const PATH = 'Kontroller stien i jobben, og hva brukeren har lov til der.';
const FILE = 'Kontroller stien i jobben. Et mønster (*.csv) kan være uten treff; en enkelt fil må finnes.';

export default {
  'run/abandoned': () => 'bilag stanset før kjøringen var ferdig.\nNeste kjøring henter resten.',
  'run/absent': (f) => `${f('at')} har ingen slik fil (status ${f('status')}).\nKontroller fetch.url i jobben.`,
  'run/certificate': (f) =>
    `Sertifikatet til ${f('at')} kan ikke godtas: «${f('said')}»\nSpør den som driver serveren.`,
  'run/compressed': (f) =>
    `${f('at')} komprimerer filen på en måte bilag ikke har bedt om (${f('encoding')}).\nBe den som driver serveren, sende den som den er.`,
  'run/credentials': () => 'fetch.sftp har verken passord eller privat nøkkel.\nLegg inn en av dem i jobben.',
  'run/denied': (f) =>
    `${f('at')} gir ikke bilag filen (status ${f('status')}).\nKontroller fetch.headers i jobben, og om tokenet er utløpt.`,
  'run/garbled': (f) => `Svaret fra ${f('at')} kan ikke brukes.${f('said') && ` «${f('said')}»`}\n${AGAIN}`,
  'run/header-wrong': (f) => `fetch.headers.${f('header')} kan ikke sendes.\nRett det i jobben, eller fjern det.`,
  'run/host-key': (f) =>
    `${f('at')} viser nøkkelen ${f('key')}, og jobben sier ikke hvilken som er riktig. Ingenting er sendt.\nSammenlign med fingeravtrykket du har fra den som driver serveren. Er de like, legg det inn i jobben: hostKey: "${f('fingerprint')}"`,
  'run/host-key-other': (f) =>
    `${f('at')} viser nøkkelen ${f('key')}; jobben venter ${f('expected')}. Det kan være en annen server. Ingenting er sendt.\nSpør den som driver serveren, om nøkkelen er byttet. Rett hostKey i jobben først da.`,
  'run/host-unknown': (f) => `Finner ikke serveren ${f('at')}.\nKontroller adressen i jobben, og nettverket.`,
  'run/interrupted': (f) => `${f('at')} brøt forbindelsen.\n${AGAIN}`,
  'run/length-unknown': (f) =>
    `${f('at')} sier ikke hvor lang filen er, så bilag ville ikke sett om den ble kuttet.\nBe den som driver serveren, sende Content-Length.`,
  'run/name-wrong': () => 'Filen har et navn som ikke kan brukes.\nGi den et nytt navn på serveren.',
  'run/no-file': (f) =>
    `${f('path') || 'Dette'} er en mappe eller en lenke, ikke en fil.\nOppgi selve filen, eller et mønster som *.csv.`,
  'run/not-listed': (f) => `${f('path')} kan ikke leses på serveren: «${f('said')}»\n${PATH}`,
  'run/not-moved': (f) =>
    `Den er mottatt, men kan ikke flyttes eller slettes på serveren: «${f('said')}»\nKontroller fetch.sftp.after i jobben, og hva brukeren har lov til der.`,
  'run/not-sftp': (f) => `${f('at')} svarer ikke som en SFTP-server: «${f('said')}»\nKontroller host og port i jobben.`,
  'run/path-absent': (f) => `${f('path')} finnes ikke.\n${FILE}`,
  'run/private': (f) =>
    `${f('at')} er i et privat nettverk eller på denne maskinen.\nEr det meningen, tillat det i jobben (allowPrivate: true).`,
  'run/private-key': (f) =>
    `Den private nøkkelen kan ikke brukes: «${f('said')}»\nKontroller fetch.sftp.privateKey og passphrase i jobben.`,
  'run/redirected': (f) => `${f('at')} viderekobler uten ende.\nKontroller fetch.url i jobben.`,
  'run/refused': (f) => `${f('at')} tar ikke imot forbindelsen.\nKontroller adresse og port i jobben.`,
  'run/signed-out': (f) =>
    `${f('at')} avviser brukeren ${f('user')}.\nKontroller bruker og passord eller nøkkel i jobben.`,
  'run/silent': (f) => `${f('at')} svarer ikke.\n${AGAIN}`,
  'run/slow': (f) => `${f('at')} brukte for lang tid.\n${AGAIN}`,
  'run/status': (f) =>
    `${f('at')} svarte med status ${f('status')} i stedet for filen.\nKontroller fetch.url i jobben.`,
  'run/stopped': () => 'Kjøringen ble stanset.\nNeste kjøring fortsetter.',
  'run/system': (f) => `Filene kan ikke hentes: «${f('said')}»\nEn administrator må rette det.`,
  'run/too-often': (f) => `${f('at')} blir spurt for ofte (status ${f('status')}).\nKjør jobben sjeldnere.`,
  'run/troubled': (f) => `${f('at')} har en feil (status ${f('status')}).\n${AGAIN}`,
  'run/unencrypted': (f) => `Forbindelsen til ${f('at')} ville ikke vært kryptert.\n${TLS}`,
  'run/unmatched': (f) =>
    `${f('path')} passer ikke med file.match i jobben (${f('match')}).\nLegg til et mønster som passer.`,
  'run/unreachable': (f) => `${f('at')} kan ikke nås (${f('said')}).\nKontroller nettverket og brannmuren.`,
  'run/unreadable': (f) => `${f('path') || 'Filen'} kan ikke leses: «${f('said')}»\n${PATH}`,
  'run/url-wrong': (f) =>
    `fetch.url (${f('url')}) er ikke en nettadresse som kan brukes.\nKontroller variablene. Bruker og passord hører hjemme i fetch.headers.`,
  'run/variables': (f) =>
    `Jobben trenger variabler som ikke er satt: ${f('variables')}.\nEn administrator må sette dem og starte bilag på nytt.`,
  'run/web-page': () =>
    'Serveren sendte en nettside i stedet for en fil.\nÅpne fetch.url i en nettleser; kontroller fetch.headers, og om tokenet er utløpt.',
} satisfies RunWords;
