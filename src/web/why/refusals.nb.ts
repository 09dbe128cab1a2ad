import type { RefusalWords } from './facts.ts';

const LOOK = 'Last siden på nytt og se etter en gang til.';

const misunderstood = () => 'bilag forsto ikke forespørselen.\nLast siden på nytt og prøv igjen.';

export default {
  'answer-to-nothing': () => `Ingenting venter på dette svaret lenger.\n${LOOK}`,
  'answer-unknown': misunderstood,
  'bad-request': misunderstood,
  'batch-changed': () => `Det har skjedd noe med sendingen i mellomtiden.\n${LOOK}`,
  'batch-damaged': () =>
    'Registeret er skadet: En sending er ikke slik den ble planlagt.\nEn administrator må legge inn en sikkerhetskopi. Eller avbryt det som ikke er sendt.',
  'batch-none': () => 'Sendingen finnes ikke.',
  'batch-settled': () => `Sendingen er allerede avklart.\n${LOOK}`,
  'batch-undivided': () => 'Detaljene om det som ble sendt, er ikke bevart.\nSvar for hele sendingen.',
  'batch-unknown': () => 'Sendingen finnes ikke.',
  'booked-said': () =>
    'Tjenesten har allerede bekreftet en tidligere forespørsel, så dette kan ikke sendes på nytt.\nSvar at det ble bokført. Er det siden tilbakeført, importer det fra en egen fil.',
  'books-differ': (f) =>
    `Tjenesten ${f('service')} fører nå regnskapet til et annet selskap enn importen ble planlagt for. Ingenting sendes.\nEn administrator bør kontrollere adresse, nøkkel og selskap.`,
  'books-unknown': (f) =>
    `Tjenesten ${f('service')}, eller selskapet i den, har fått et annet navn eller en annen adresse: er det samme regnskap? Ingenting sendes.\nEn administrator svarer på kommandolinjen: bilag books same ${f('service')} eller bilag books other ${f('service')}.`,
  'cancel-nothing': () => 'Det er ingenting igjen å avbryte.',
  'cancelled-before': () => 'Importen er allerede avbrutt.',
  'cancelled-only': () =>
    'Alt som er på vent, ble avbrutt og får ligge.\nSkal det bokføres likevel, ta med det som ble avbrutt.',
  'closed-whole': () => 'Motsigelsen kan bare lukkes for hele sendingen.\nSvar for alle bilag i den.',
  'column-unknown': () => 'Filen har ingen slik kolonne.\nLast siden på nytt og prøv igjen.',
  'count-changed': () => 'Det som passer, er ikke lenger det du bekreftet.\nKontroller tallene og bekreft på nytt.',
  'correct-nothing': () => 'Det er ikke noe svar å endre.',
  'correct-too-late': () => 'Svaret kan ikke endres lenger: noe er gjort på grunn av det.',
  'corrected-meanwhile': () => `Noen andre har nettopp endret noen av disse radene.\n${LOOK}`,
  'correction-of-job': (f) =>
    `Filen inneholder rader med feil fra en import for jobben ${f('job')}.\nVelg den jobben, eller last filen opp på siden til den importen.`,
  'correction-of-other': () => 'Arbeidsboken hører til en annen import.\nLast den opp på siden til den importen.',
  'correction-planned': () =>
    'Filen inneholder rettede rader fra en tidligere import.\nLast den opp på siden til den importen.',
  'correction-unknown': () => 'Importen har ingen slik rettelse.',
  'csrf-needed': () => 'Økten din er ikke gyldig lenger.\nLast siden på nytt.',
  'declared-before': () =>
    'Sendingen er allerede erklært ikke bokført og sendt på nytt.\nStår bilagene én gang i regnskapet, svar at den ble bokført.',
  'disk-full': () => 'Disken til bilag er full.\nEn administrator må frigjøre plass. Prøv så igjen.',
  'draft-unknown': () =>
    'Den opplastede filen er ikke her lenger: den er bokført eller har ligget for lenge.\nLast den opp på nytt.',
  'entries-none': () => 'Ingen bilag passer med utvalget.',
  failure: () => 'En uventet feil stoppet bilag. bilag prøver igjen av seg selv.\nLoggen til bilag sier mer.',
  'file-elsewhere': (f) => `${f('file')} ligger ikke på denne maskinen.\nDen ble mottatt på ${f('host')}.`,
  'file-on-host': (f) => `Filen ligger på en annen maskin: ${f('host')}.\nBokfør den der.`,
  'headers-too-large': () => 'Forespørselen er for stor.\nSlett informasjonskapslene for siden og prøv igjen.',
  'host-refused': () =>
    'Uten brukere kan bilag bare åpnes på sin egen maskin.\nÅpne http://127.0.0.1, eller be en administrator om å sette opp brukere.',
  'import-unknown': () => 'Importen finnes ikke.',
  'imported-before': (f) => `${f('file')} er allerede importert med jobben ${f('job')}.`,
  internal: () => 'Noe gikk galt i bilag.\nPrøv igjen. Skjer det på nytt, si fra til en administrator.',
  'job-broken': () => 'Det er feil i jobben.\nRett jobben og prøv igjen.',
  'job-changed': (f) => `Jobben ${f('job')} er endret siden du kontrollerte filen.\nKontroller filen en gang til.`,
  'job-exists': (f) => `Det finnes allerede en jobb som heter ${f('name')}.\nVelg et annet navn.`,
  'job-file-kept': () =>
    'bilag kan ikke endre filen til jobben.\nFortsett uten å huske dette, eller spør en administrator.',
  'job-form-other': () =>
    'Filen til jobben er skrevet slik at bilag ikke endrer den.\nFortsett uten å huske dette, eller spør en administrator.',
  'job-name': (f) => `«${f('name')}» kan ikke være navnet på en jobb.\nBruk bokstaver, sifre, «.», «_» og «-».`,
  'job-none': (f) => `Jobben ${f('job')} finnes ikke.`,
  'job-unknown': (f) => `Jobben ${f('job')} finnes ikke.`,
  'jobs-read-only': (f) =>
    `bilag kan ikke lagre jobber her.\nBe en administrator lagre teksten nedenfor som ${f('file')}.`,
  'jobs-unreadable': () => 'Mappen med jobber kan ikke leses.\nSpør en administrator.',
  'keep-empty': () => 'Cellen er tom i filen.\nFortsett uten å huske dette, eller gi jobben en standardverdi.',
  'keep-no-number': () => 'Jobben har ingen kolonne for bilagsnummer, så dette kan ikke huskes.',
  'keep-nothing': () => 'Ingen av disse svarene kan huskes i jobben.',
  'keep-unmapped': (f) =>
    `Bare kontonumre og mva-koder kan huskes, ikke kolonnen ${f('column')}.\nFortsett uten å huske dette.`,
  'keep-unmatched': () => 'Ingen rad med denne teksten er uten regel.',
  'kind-changed': (f) =>
    `Jobben ${f('job')} er nå for en annen type enn denne importen.\nEndre jobben tilbake, eller bruk en annen jobb.`,
  'no-duplicates': () => 'Ingen av disse ser ut som duplikater.\nRett det som er galt, eller bokfør dem som de er.',
  'no-file': () => 'Ingen fil ble sendt.\nVelg en fil og prøv igjen.',
  'no-trial': () => 'Filen er ikke kontrollert ennå.',
  'not-found': () => 'Det er ingenting på denne adressen.',
  'not-now': () => 'Dette kan ikke gjøres mens importen behandles.\nPrøv igjen senere.',
  'not-paused': (f) => `Jobben ${f('job')} er ikke satt på pause.`,
  'not-remembered': () => 'Dette kan ikke huskes i jobben.',
  'not-resting': (f) => `Sending til ${f('service')} er ikke satt på pause, eller tjenesten har selv bedt bilag vente.`,
  'nothing-failed': () => 'Ingenting er på vent i denne importen.',
  'nothing-to-fetch': (f) => `Jobben ${f('job')} sier ikke hvor filene skal hentes.\nLast opp en fil i stedet.`,
  'once-only': () => 'Et egendefinert felt kan bare finnes én gang.\nHopp over det, eller gi det et annet navn.',
  'origin-refused': () => 'Forespørselen kom fra et annet nettsted og ble avvist.',
  'paused-already': (f) => `Jobben ${f('job')} er allerede satt på pause.`,
  'people-unknown': (f) =>
    `Jobben ${f('job')} krever at to personer er enige.\nBe en administrator om å sette opp brukere.`,
  'plan-none': () => 'Det er ikke noe å bokføre her lenger.',
  'planned-meanwhile': () => `Importen er nettopp kontrollert på nytt.\n${LOOK}`,
  'proposal-none': () => `Det er ikke noe forslag å svare på.\n${LOOK}`,
  'reason-needed': () => 'Oppgi en begrunnelse.',
  'redis-away': () => 'Redis svarer ikke, så køene kan ikke vises.\nIngenting går tapt.',
  refused: () => 'Dette kan ikke gjøres slik det står nå.',
  'rest-in-doubt': () => 'Noen bilag venter på det som er uavklart.\nAvklar det først.',
  'rest-nothing': () => 'Ingenting er på vent i denne importen.',
  'role-needed': (f) => `Dette krever rollen ${f('needed')}; din er ${f('role')}.\nEn administrator kan endre den.`,
  'rows-settled': (f) => `Rad ${f('row')} er ikke på vent lenger: den er avklart eller rettet i mellomtiden.\n${LOOK}`,
  'run-under-way': (f) => `Jobben ${f('job')} kjører allerede.\nVent til den er ferdig.`,
  'sender-alive': (f) =>
    `Prosessen som sendte dette, kjører fortsatt (prosess ${f('pid')} på ${f('host')}).\nVent til den er avsluttet, og svar på nytt.`,
  'sender-unknown': () =>
    'bilag kan ikke se om prosessen som sendte dette, er avsluttet.\nForsikre deg om at den er det, og bekreft det.',
  'sending-again': () => 'Sendingen sendes på nytt.\nVent til det er ferdig.',
  'series-needed': () => 'Gi serien et navn.',
  'service-misconfigured': () =>
    'Regnskapstjenesten avviser innloggingen til bilag.\nBe en administrator kontrollere nøkkelen.',
  'service-changed': (f) =>
    `Jobben ${f('job')} bokfører nå i tjenesten ${f('service')}, ikke i den som filen ble importert for. Ingenting sendes.\nAvbryt importen, og importer filen på nytt.`,
  'service-none': (f) => `Tjenesten ${f('service')} er ikke satt opp.\nSpør en administrator.`,
  'service-refuses': (f) =>
    `Regnskapstjenesten avviser innloggingen til bilag.${f('said') && ` Den svarer: «${f('said')}»`}\nEn administrator må bytte nøkkelen; bilag prøver igjen av seg selv.`,
  'service-setup': (f) => `Tjenesten ${f('service')} er ikke satt opp riktig.\nSpør en administrator.`,
  'service-unknown': (f) => `Tjenesten ${f('service')} finnes ikke.`,
  'session-over': () => 'Økten er utløpt.\nLogg inn på nytt.',
  'sign-in-refused': () => 'Feil navn eller passord.',
  'skip-none': () => 'Dette er ikke hoppet over lenger.',
  'skip-overtaken': (f) => `${f('file')} har det samme. Her forblir det hoppet over.`,
  stopping: () => 'bilag avsluttes.\nPrøv igjen senere.',
  'submitted-not': (f) =>
    `Alt som er på vent, er rettet av ${f('who')}, men ikke bokført ennå.\nBokfør de rettede på siden med rader med feil.`,
  'taken-up': () => `Noen andre har nettopp satt i gang med dette.\n${LOOK}`,
  'token-needed': () => 'Du er ikke logget inn.\nLogg inn.',
  'too-many': () => 'bilag er opptatt.\nPrøv igjen om et øyeblikk.',
  'too-many-attempts': () => 'For mange mislykkede forsøk på å logge inn.\nPrøv igjen senere.',
  'too-many-jobs': () => 'Det er for mange jobber allerede.\nBe en administrator slette noen.',
  'too-slow': () => 'Forespørselen tok for lang tid.\nPrøv igjen.',
  'trial-abandoned': () => 'Kontrollen ble ikke ferdig.\nPrøv igjen.',
  'upload-aborted': () => 'Opplastingen ble ikke ferdig.\nPrøv igjen.',
  'value-too-long': (f) => `Teksten er for lang: en celle har plass til ${f('most')} tegn.`,
  'value-unfit': () => 'Teksten inneholder et ødelagt tegn.\nSkriv den på nytt.',
  'waits-for-doubt': (f) => `Bilag her venter på ${f('file')}, som er uavklart.\nAvklar den først.`,
  'waits-for-import': (f) =>
    `Bilag her venter på ${f('file')}, som ikke er bokført ennå.\nFullfør eller avbryt den først.`,
  'workbook-full': () => 'Det er for mange rader til en arbeidsbok.\nLast ned CSV i stedet.',
  'workbook-other': (f) =>
    `${f('file')} er ikke en arbeidsbok med rader med feil.\nLast ned arbeidsboken her, rett radene i den, og la de tre siste kolonnene stå.`,
} satisfies RefusalWords;
