import { counted } from '../counted.nb.ts';
import type { ReasonWords } from './facts.ts';

const EXPORT = 'Eksporter filen på nytt og importer den.';
const MAP = 'Rett det, eller kontroller at jobben leser riktig kolonne.';
const COMPARE = 'Sammenlign dem nedenfor, og gi ett svar for alle.';

export default {
  'account-ambiguous': (f) =>
    `Det finnes ${counted(f('count'), 'konto', 'kontoer')} med dette nummeret.\nRydd opp i tjenesten, slik at bare én har nummeret, og prøv på nytt.`,
  'account-invalid': () => 'Et kontonummer er bare sifre, uten nuller foran.\nBruk en annen konto, eller rett cellen.',
  'account-unknown': (f) =>
    `${f('number') && `Jobben bruker den som ${f('number')}. `}${f('near') && `Nærmest i filen: ${f('near')}.`}\nBruk en annen konto, eller opprett denne i tjenesten og prøv på nytt.`,
  'amount-invalid': (f) => `Ventet: ${f('example')}.\nSkriv beløpet slik de andre i kolonnen er skrevet.`,
  'amount-invalid/boolean': () => 'Cellen inneholder sann eller usann.\nSkriv inn beløpet.',
  'amount-invalid/cut': () => `Filen ser ut til å slutte midt i beløpet.\n${EXPORT}`,
  'amount-invalid/date': () =>
    'Cellen inneholder en dato.\nSkriv inn beløpet, eller formater cellen som tall i arbeidsboken.',
  'amount-invalid/kr': () => 'Det kan leses på to måter.\nSett et mellomrom etter «kr.».',
  'amount-invalid/mark': (f) => `Filen bruker «${f('mark')}» som desimaltegn.\nSkriv det som ${f('example')}.`,
  'amount-invalid/rate': () =>
    'Kursen kan ikke brukes.\nRett den, eller tøm cellen hvis beløpet er i regnskapets valuta.',
  'amount-invalid/side': () =>
    'Cellen sier selv debet eller kredit, og en annen kolonne sier det også.\nFjern ordet eller minuset fra cellen.',
  'amount-invalid/thousands': (f) => `Det kan være ${f('one')} eller ${f('thousand')}.\nSkriv kursen som er ment.`,
  'amount-is-net': (f) =>
    `Ifølge ${f('vat')}${f('gross') && ` og ${f('gross')}`} kommer mva i tillegg.\nEr det feil, la jobben lese kolonnene brutto, netto og mva.`,
  'amount-too-long': (f) => `Høyst ${f('most')} sifre.\nRett beløpet.`,
  'amount-too-precise': (f) => `Høyst ${f('most')} desimaler.\nRund av beløpet.`,
  'amount-too-precise/thousands': (f) => `Det kan være ${f('one')} eller ${f('thousand')}.\nSkriv beløpet som er ment.`,
  'balance-broken': (f) =>
    `${f('rows') && `Mellom radene ${f('rows')}: saldoen skulle vært ${f.amount('expected')}, men er ${f.amount('balance')} (differanse ${f.amount('difference')}). `}Ingenting i denne filen er bokført.\nMangler en rad, eller står den to ganger: ${EXPORT} Er radene riktige, eller rettet her, så svar det. Er inn og ut byttet om, sett negate: true i jobben.`,
  'balance-differs': (f) =>
    `${f('rows') && `Mellom radene ${f('rows')}: saldoen skulle vært ${f.amount('expected')}, men er ${f.amount('balance')} (differanse ${f.amount('difference')}).`}\nSammenlign med kontoutskriften. Er inn og ut byttet om, sett negate: true i jobben.`,
  cancelled: (f) => `Av ${f('who')}: ${f('reason')}\nPrøv på nytt for å bokføre dem likevel, eller hopp over dem.`,
  'cell-error': () => '\nRett formelen i arbeidsboken, eller skriv verdien her.',
  'column-duplicate': (f) => `Rad ${f('row')}, kolonnene ${f('columns')}.\nBehold bare én av dem i filen.`,
  'column-missing': (f) =>
    `Mangler: ${f('missing')}. Rad ${f('row')} har: ${f('names')}.${f('near') && ` Heter den nå ${f('near')}?`}\nKontroller at dette er riktig jobb, eller endre navnet på kolonnen i jobben.`,
  'column-missing/misread': (f) =>
    `Rad ${f('row')} har: ${f('names')}. Mangler: ${f('missing')}. Bokstavene er lest med feil tegnsett.\nLagre filen som UTF-8, eller velg tegnsettet.`,
  'column-missing/number': (f) =>
    `Filen har ${counted(f('columns'), 'kolonne', 'kolonner')}.\nKontroller at dette er riktig jobb. Er det det, så rett kolonnenumrene i jobben.`,
  'contact-ambiguous': (f) => `${f('contacts')}\nSlå kontaktene sammen i tjenesten, og prøv på nytt.`,
  'contact-exists': (f) => `${f('contact')}\nIngenting å gjøre: tjenesten har alt som står i filen.`,
  'contact-exists/differs': (f) =>
    `${f('contact')}${f('differs') && `. I tjenesten ≠ i filen: ${f('differs')}`}\nEr filen riktig, så endre kontakten i tjenesten. Hopp så over raden.`,
  'contact-exists/repeated': (f) =>
    `${f('row') && `Se rad ${f('row')}.`}\nIngenting å gjøre: den tidligere raden sier det samme.`,
  'contact-exists/repeated-differs': (f) =>
    `${f('row') && `Se rad ${f('row')}. `}${f('differs') && `Tidligere rad ≠ denne raden: ${f('differs')}`}\nRett den ene raden, og hopp over den andre.`,
  'correction-mismatch': () => '\nLast ned en ny arbeidsbok med rader med feil, og rett den.',
  'correction-mismatch/row': (f) =>
    `Rad ${f('value')} er ikke på vent: den kan være bokført allerede.\nLast ned en ny arbeidsbok med rader med feil, og rett den.`,
  'correction-mismatch/twice': (f) =>
    `Rad ${f('value')} står der to ganger, med de samme cellene.\nFjern den ene. Skal det bokføres en til, så tøm cellen dens i kolonnen «bilag row».`,
  'correction-mismatch/several': () => 'Den har rader fra flere importer.\nHa radene fra hver import i en egen fil.',
  'country-unknown': (f) => `${f('near') && `Mente du ${f('near')}?`}\nSkriv navnet på landet eller landkoden.`,
  'country-unknown/several': (f) => `Det kan være ${f('countries')}.\nSkriv landkoden.`,
  'country-unknown/two': (f) => `Raden sier både ${f('one')} og ${f('other')}.\nRett en av cellene.`,
  'credit-sign-ambiguous': () =>
    'Minus kan bare bety kredit, eller det kan snu den.\nSi i jobben hva det betyr (creditSign: negative eller positive).',
  'credit-sign-ambiguous/most': (f) =>
    `${f('negative')} er negative, ${f('positive')} positive. Minus kan bare bety penger ut, eller det kan snu dem.\nSi i jobben hva det betyr (creditSign: negative eller positive).`,
  'credit-sign-ambiguous/word': () =>
    'For en bank er CR penger inn og DR penger ut; i et regnskap er det omvendt.\nSi i jobben hva det betyr (creditSign: positive for penger inn, negative for penger ut).',
  'currency-differs': (f) =>
    `Regnskapet føres i ${f('books')}.\n${f('original') && `Er beløpene allerede i ${f('books')}, og gjelder kolonnen ${f('column')} det de er regnet om fra (se kolonnen ${f('original')}), sett columns: { currency: none } i jobben og prøv på nytt. Ellers: `}Skriv beløpet i ${f('books')}. Har filen en kolonne med omregnet beløp eller kurs, bruk den i jobben og prøv på nytt.`,
  'currency-differs/above': (f) =>
    `Det står på linje ${f('line')}, over kolonneoverskriftene, og regnskapet føres i ${f('books')}.\nSkriv beløpet med valuta, som ${f('books')} 100. Gjelder linjen noe annet, sett columns: { currency: none } i jobben og prøv på nytt.`,
  'currency-differs/balance': (f) =>
    `Saldoen i kolonnen ${f('balance')} er i den valutaen, og regnskapet føres i ${f('books')}.\nSkriv beløpet med valuta, som ${f('books')} 100. Er beløpene i ${f('books')}, sett columns: { currency: none } i jobben og prøv på nytt.`,
  'currency-differs/custom': (f) =>
    `Det egendefinerte feltet ${f('field')} har ingen valuta, og regnskapet føres i ${f('books')}.\nSkriv beløpet i ${f('books')}, som ${f('books')} 100.`,
  'currency-differs/either': (f) =>
    `Overskriften til kolonnen ${f('column')} nevner flere valutaer, og regnskapet føres i ${f('books')}.\nSkriv beløpet med valuta, som ${f('books')} 100. Er alle beløp i ${f('books')}, sett currency: ${f('books')} i jobben og prøv på nytt.`,
  'currency-differs/unrated': (f) =>
    `Regnskapet føres i ${f('books')}, og kursen mangler i kolonnen ${f('rate')}.\nSkriv inn kursen.`,
  'currency-mixed': (f) =>
    `${f('currencies')}. Ingenting sier hvilken valuta regnskapet føres i.\n${f('original') && `Er beløpene allerede i regnskapets valuta, og sier en annen kolonne hva de er regnet om fra (se kolonnen ${f('original')}), sett columns: { currency: none } i jobben. Ellers: `}Sett valutaen i jobben, eller la jobben lese omregnet beløp eller kurs.`,
  'custom-field-invalid': () => '\nRett de egendefinerte feltene i jobben.',
  'custom-field-undefined': () => '\nLegg feltet til i jobben med datatypen; da blir det opprettet først.',
  'custom-value-invalid': () => 'Feltet tar bare hele tall.\nSkriv bare sifre.',
  'custom-value-invalid/digits': () => 'Feltet tar bare hele tall, og dette er for langt.\nBruk et tekstfelt.',
  'custom-value-invalid/empty': (f) => `Feltet ${f('field')} kan ikke være tomt.\nFyll ut cellen.`,
  'custom-value-invalid/long': (f) =>
    `Teksten har ${f('length')} tegn, og feltet har plass til ${f('most')}.\nGjør teksten kortere.`,
  'custom-value-invalid/zero': () =>
    'Feltet tar bare hele tall, som ikke kan begynne med null.\nFjern nullen, eller bruk et tekstfelt.',
  'custom-values-ignored': (f) =>
    `Tjenesten opprettet kontakt ${f('contact')} uten dem; de andre kontaktene er på vent.\nFullfør den ene kontakten for hånd, kontroller feltene i tjenesten, og prøv på nytt.`,
  'custom-values-unread': () => '\nÅpne en av kontaktene i tjenesten og kontroller de egendefinerte feltene.',
  'custom-values-unread/compared': () =>
    'Egendefinerte felt på kontakter som finnes, er ikke sammenlignet.\nKontroller dem i tjenesten der de betyr noe.',
  'date-ambiguous': (f) =>
    `«${f('value')}» (rad ${f('row')}) kan være ${f('one')} eller ${f('other')}.\nVelg hvordan datoene er skrevet.`,
  'date-changed': (f) => `Den tidligere filen: ${f('file')}.\n${COMPARE}`,
  'date-invalid': (f) => `Ventet: ${f('expected')}.\nSkriv datoen slik de andre i kolonnen er skrevet.`,
  'date-invalid/no-day': () => 'Den dagen finnes ikke.\nRett datoen.',
  'date-mixed': (f) =>
    `«${f('day')}» har dagen først, «${f('month')}» (rad ${f('row')}) har måneden.\nVelg hvordan datoene er skrevet; de andre blir da satt på vent.`,
  'date-mixed/turned': (f) =>
    `«${f('cell')}» (rad ${f('row')}) kan ha dag og måned byttet om: «${f('text')}» er tekst.\nEksporter filen på nytt, og importer den uten å åpne den først.`,
  'date-zone': (f) =>
    `Dagen kan være ${f('days')}.\nOppgi tidssonen for regnskapet i jobben (file.timezone: Europe/Oslo) og prøv på nytt, eller skriv bare datoen.`,
  'day-changed': (f) =>
    `Her: ${f('day')}. Før: ${f('before')}. Den tidligere filen: ${f('file')}, med en betaling som mangler her.\nBanken fører ofte et kortkjøp på en annen dag når det er gjort opp.`,
  'debit-and-credit': (f) => `Debet ${f.amount('debit')}, kredit ${f.amount('credit')}.\nFjern ett av beløpene.`,
  'decimal-ambiguous': (f) =>
    `«${f('value')}» (rad ${f('row')}): med komma ${f.amount('comma')}, med punktum ${f.amount('point')}.\nVelg desimaltegn.`,
  'decimal-mixed': (f) =>
    `«${f('first')}» og «${f('value')}» (rad ${f('row')}) har ulikt desimaltegn.\nVelg desimaltegn; de andre blir da satt på vent.`,
  'description-shortened': (f) => `Tjenesten tar ${f('most')} tegn.\nGjør teksten kortere hvis slutten betyr noe.`,
  'description-too-long': (f) => `Den har ${f('length')} tegn; tjenesten tar ${f('most')}.\nGjør teksten kortere.`,
  duplicate: (f) =>
    `${f('row') ? `Rad ${f('row')} i ${f('file')}` : f('file')}.\nHopp over dem hvis filen ble eksportert to ganger. Skal de bokføres én gang til, si at de ikke er duplikater.`,
  'duplicate/answered': (f) => `${f('who')} svarte at disse er sendt før: ${f('reason')}`,
  'duplicate/created': (f) =>
    `Av ${f('file')}, selv om tjenesten ikke viser det.\nSe etter det i tjenesten før du oppretter det på nytt.`,
  'email-invalid': () => 'Eksempel: ola@firma.no.\nRett adressen, eller tøm cellen.',
  'email-several': (f) => `${f('used') && `Brukt: ${f('used')}. Utelatt: ${f('others')}.`}`,
  'encoding-doubtful': (f) =>
    `Lest som ${f('encoding')}: ${f('read')}. Andre lesemåter: ${f('others')}.\nVelg tegnsettet som ser riktig ut, eller eksporter filen som UTF-8.`,
  'encoding-invalid': (f) =>
    `Linje ${f('line')} har en bokstav som ikke passer i ${f('encoding')}.\nLagre filen som UTF-8, eller velg tegnsettet.`,
  'encoding-invalid/named': () => 'Filen er UTF-8, og jobben sier noe annet.\nRett tegnsettet i jobben.',
  'encoding-invalid/utf-32': () => 'Filen er UTF-32.\nLagre den som UTF-8.',
  'encoding-invalid/wide': (f) => `Filen er skadet (${f('encoding')}).\nLagre den som UTF-8.`,
  'entry-changed': (f) =>
    `Tidligere fil: ${f('file')}${f('row') && `, rad ${f('row')}`}.${f('differs') && ` Forskjeller: ${f.field('differs')}.`}\nEr begge riktige, bokfør dette også; ellers rett det, eller hopp over det.`,
  'entry-changed/rate': (f) =>
    `Med en annen kurs: ${f('file')}${f('row') && `, rad ${f('row')}`}.\nHar banken endret kursen, så hopp over denne. Er det en annen betaling, så bokfør den også.`,
  'entry-too-large': (f) => `Høyst ${counted(f('most'), 'linje', 'linjer')}.\nDel bilaget opp.`,
  'entry-unbalanced': (f) =>
    `${f('difference') && `Debet ${f.amount('debit')}, kredit ${f.amount('credit')}: differanse ${f.amount('difference')}.`}\nRett beløpet som er feil, slik at differansen blir null.`,
  'fee-not-booked': (f) =>
    `Jobben bokfører kolonnen ${f('amount')}${f('other') && `, som skiller seg fra ${f('other')} med disse gebyrene`}. Det første er ${f.amount('first')}.\n${f('other') && `Er det ${f('other')} som skal bokføres, la jobben lese den. `}Skal gebyrene bokføres, importer filen også med en egen jobb som leser ${f('column')} som beløp, og bilagsnumre som en egen serie.`,
  'field-exists': () => 'Det finnes i tjenesten.\nHopp over raden hvis det er samme felt.',
  'field-exists/differs': () =>
    'Det finnes med en annen datatype eller regel.\nGi dette feltet et annet navn, eller hopp over raden.',
  'field-exists/repeated': () => 'Det står i en tidligere rad også.\nHopp over raden hvis det er samme felt.',
  'field-missing': () => '\nFyll ut cellen, eller hopp over raden.',
  'field-missing/cut': () => `Filen ser ut til å slutte midt i raden.\n${EXPORT}`,
  'field-missing/side': () =>
    '\nFyll ut cellen. Står den andre kontoen på en egen rad, velg kolonnen med bilagsnummeret i jobben.',
  'field-missing/line': () =>
    'Raden sier ikke annet: et antall, en utskriftsdato eller et sidetall.\nHopp over raden. Er det en kontakt, fyll ut en celle til.',
  'field-missing/unmapped': () => '\nLegg til en regel eller en standardverdi i jobben, og prøv på nytt.',
  'field-missing-in-service': () => '\nRett det tjenesten sier, og prøv på nytt.',
  'field-missing-in-service/others': () =>
    'En annen import oppretter det.\nFullfør den importen først, og prøv så denne på nytt.',
  'field-missing-in-service/refused': (f) =>
    `Tjenesten svarer: «${f('said')}»\nRett det i tjenesten eller i jobben, og prøv på nytt.`,
  'field-missing-in-service/skipped': (f) =>
    `Hoppet over av ${f('who')}: ${f('reason')}\nOpprett feltet i tjenesten og prøv på nytt, eller tøm cellene i kolonnen.`,
  'field-name-invalid': (f) => `Først en bokstav, så bokstaver, sifre og _.\nBruk ${f('better')} i stedet.`,
  'field-name-invalid/prefixed': (f) => `Tjenesten setter selv «Custom» foran.\nBruk ${f('better')} i stedet.`,
  'field-type-unknown': (f) =>
    `${f('near') && `Mente du ${f('near')}? `}Tjenesten har: ${f('types')}.\nBruk en av disse.`,
  'file-empty': () => `\n${EXPORT}`,
  'file-malformed': () => `\n${EXPORT}`,
  'file-malformed/long': (f) => `Teksten på linje ${f('line')} tar aldri slutt.\n${EXPORT}`,
  'file-malformed/nul': (f) => `Linje ${f('line')} har et tegn som tekst aldri har.\n${EXPORT}`,
  'file-malformed/quote': (f) =>
    `Et anførselstegn åpnes på linje ${f('line')} og lukkes ikke.\nLukk eller fjern det, eller eksporter filen på nytt.`,
  'file-malformed/text': (f) =>
    `Det står tekst etter anførselstegnet som lukker en celle fra linje ${f('line')}.\nRett linjen, eller eksporter filen på nytt.`,
  'file-malformed/wide': (f) => `Linje ${f('line')} har for mange kolonner.\nKontroller skilletegnet mellom kolonnene.`,
  'file-malformed/workbook': () => '\nÅpne den i Excel og lagre den på nytt som XLSX.',
  'file-too-complex': (f) =>
    `Den stopper på rad ${f('value')}.\nForenkle de regulære uttrykkene i jobben (rules, skip), eller ta raden ut av filen.`,
  'file-too-complex/memory': () => 'Den krever for mye minne.\nDel filen, eller utelat kolonner som ikke bokføres.',
  'file-too-large': (f) => `Høyst ${f.bytes('most')}.\nDel filen.`,
  'file-too-large/workbook': () => '\nDel arbeidsboken, eller eksporter den som CSV.',
  'file-type': () => '\nEksporter den som CSV eller XLSX.',
  'file-type/archive': () => 'Den er et arkiv.\nPakk det ut, og importer filen som ligger i det.',
  'file-type/excel': () => 'Den er en gammel eller binær Excel-fil.\nÅpne den i Excel og lagre den som XLSX.',
  'file-type/lock': () =>
    'Den er en låsefil, som finnes mens et dokument er åpent.\nLukk dokumentet, og importer det i stedet.',
  'file-type/password': () => 'Den er beskyttet med passord.\nFjern passordet i Excel, og lagre den på nytt.',
  'flag-invalid': () => '\nSkriv ja eller nei.',
  'gross-differs': (f) =>
    `Netto ${f.amount('net')} og mva ${f.amount('vat')} blir ${f.amount('sum')}; brutto er ${f.amount('gross')}.\nRett det som er feil. Er det bare avrunding, kan jobben tillate et avvik (vat.tolerance).`,
  'gross-differs/sign': (f) =>
    `Mva (${f.amount('vat')}) har motsatt fortegn av netto (${f.amount('net')}).\nRett fortegnet.`,
  'header-missing': (f) =>
    `Lette etter ${f('columns')} i de første radene (${f('rows')}). Den første raden sier: ${f('names')}.\nKontroller at dette er riktig jobb, eller velg raden med kolonnenavnene.`,
  'header-missing/line': (f) =>
    `Rad ${f('row')} er tom, eller filen slutter før den.\nVelg hvilken rad som har kolonnenavnene.`,
  'header-missing/misread': (f) =>
    `Lette etter ${f('columns')} i de første radene (${f('rows')}). Den første raden sier: ${f('names')}. Bokstavene er lest med feil tegnsett.\nLagre filen som UTF-8, eller velg tegnsettet.`,
  'key-differs': (f) => `Den tidligere filen: ${f('file')}.\n${COMPARE}`,
  'matching-incomplete': (f) =>
    `Tjenesten viste ikke alle kontaktene sine; ${f('contacts')} ble sammenlignet.\nSe etter duplikater i tjenesten.`,
  'model-ambiguous': (f) => `Det finnes ${f('count')} av dem.\nSpør den som driver tjenesten.`,
  'model-unknown': () => 'Modeller har engelske navn: Contact, Product, Customer.\nRett navnet.',
  'numbers-differ': (f) => `Den tidligere filen: ${f('file')}.\n${COMPARE}`,
  'read-differently': (f) =>
    `Den tidligere filen: ${f('file')}.\nEr det som ble bokført da feil, tilbakefør det først i tjenesten. ${COMPARE}`,
  'numbers-restart': (f) =>
    `${f('dates') && `For eksempel ${f('dates')}.`}\nSe om nummereringen begynner på nytt, eller om et bilag har linjer på flere datoer.`,
  'other-series': (f) =>
    `${f('file') && `Den tidligere filen: ${f('file')}.`}\nEn annen kasse eller journal med de samme numrene er en annen serie.`,
  'payment-not-made': () =>
    'En betaling som venter, kommer igjen i en senere fil når den er gjennomført.\nHopp over raden, eller la jobben hoppe over slike rader (skip). Er betalingen gjennomført, rett statusen.',
  'percent-unclear': (f) =>
    `Flere mva-koder passer: ${f('types')}.\nSi i jobben hvilken som gjelder (vat.percents), og prøv på nytt.`,
  'percent-unclear/code': (f) =>
    `Tjenesten har ingen, eller flere, med mva-kode ${f('code')}, som jobben bruker.\nRett den i jobben, og prøv på nytt.`,
  'percent-unclear/none': () =>
    'Tjenesten har ingen mva-kode med denne satsen.\nRett satsen, eller si i jobben hvilken mva-kode den står for (vat.percents).',
  'percent-unclear/text': () => 'Det er ikke en prosentsats.\nSkriv den som 25.',
  'phone-country-missing': () => '\nSkriv nummeret med + og landkode.',
  'phone-invalid': () => '\nRett nummeret. Utenlandske numre trenger + og landkode.',
  'phone-invalid/country': () => 'Det er ikke en landkode.\nSkriv den som +47.',
  'phone-invalid/date': () => `Det er en dato.\n${MAP}`,
  'phone-invalid/rounded': () =>
    'Excel har rundet det av, og sifrene er tapt.\nSkriv nummeret på nytt, eller eksporter filen uten å åpne den i Excel.',
  'phone-several': (f) => `${f('used') && `Brukt: ${f('used')}. Utelatt: ${f('others')}.`}`,
  'postal-code-completed': (f) => `${f('sent') && `Sendes som ${f('sent')}.`}\nIngenting å gjøre hvis det er riktig.`,
  'postal-code-unclear': () => '\nSkriv det som 0555 Oslo, med landet i en egen kolonne.',
  'postal-code-unclear/norway': () =>
    'Norske postnumre har fire sifre.\nRett det, eller skriv landet. Står poststedet i samme kolonne, bruk kolonnen til begge i jobben.',
  'row-too-wide': (f) =>
    `Raden har ${counted(f('values'), 'verdi', 'verdier')}, filen ${counted(f('columns'), 'kolonne', 'kolonner')}. For mye: ${f('value')}\nTekst med skilletegnet i trenger anførselstegn.`,
  'rows-hidden': (f) =>
    `Radene ${f('rows')}.\nVis dem i arbeidsboken og lagre den, eller si i jobben om skjulte rader teller (file.hidden).`,
  'rows-invalid': (f) => `Med feil: ${f('entries')}.\nRett filen og importer den på nytt.`,
  'rows-repeated': (f) =>
    `${f('copies') && `${f('copies')} like kopier; den første: rad ${f('rows')}.`}\nSe om radene er eksportert eller limt inn to ganger, eller er en sum.`,
  'service-rejected': (f) =>
    `${f('rows') && `Gjelder rad ${f('rows')}.`}\nRett det tjenesten sier, i radene eller i tjenesten, og prøv på nytt.`,
  'sheet-missing': (f) => `Arkene er ${f('sheets')}.\nVelg ett av dem.`,
  'sheets-several': (f) => `${f('sheets')}.\nVelg ett av dem, eller si i jobben at alle skal leses (file.sheets).`,
  'sign-unknown': (f) => `Debet er ${f('debit')}, kredit er ${f('credit')}.\nSkriv det slik de andre radene gjør.`,
  'twin-given-up': () => '\nPrøv det på nytt: da sammenlignes det med alle andre en gang til.',
  'twin-given-up/repeated': (f) =>
    `${f('row') && `Se rad ${f('row')}.`}\nRett den raden eller hopp over den, og prøv denne på nytt.`,
  'skipped-before': (f) => `${f('who') && `Av ${f('who')}: ${f('reason')}`}\nSe om begrunnelsen fortsatt gjelder.`,
  'sum-differs': (f) =>
    `Rad ${f('row')} viser ${f.amount('says')}; radene summerer til ${f.amount('comes')}.\nSe om en rad over mangler eller står to ganger.`,
  'text-changed': (f) =>
    `${f('before') && `Her: «${f('here')}». Før: «${f('before')}». `}Den tidligere filen: ${f('file')}.\nBanken skriver ofte en lengre tekst når betalingen er gjort opp.`,
  'too-many-issues': (f) => `Det er flere enn ${f('most')}.\nDette er trolig feil fil, eller feil jobb for den.`,
  'too-many-rows': (f) => `Høyst ${counted(f('most'), 'rad', 'rader')}.\nDel filen.`,
  'value-too-long': (f) => `Teksten har ${f('length')} tegn; høyst ${f('most')} får plass.\n${MAP}`,
  'vat-ambiguous': (f) => `${f('types')}.\nBruk en annen kode, eller rydd opp i tjenesten og prøv på nytt.`,
  'vat-differs': (f) =>
    `Mva-kode ${f('code')} (${f('percent')} %) gir ${f.amount('expected')} av netto ${f.amount('net')}; raden har ${f.amount('vat')} (brutto ${f.amount('gross')}).\nRett beløpet eller koden. Er det bare avrunding, kan jobben tillate et avvik (vat.tolerance).`,
  'vat-differs/none': () =>
    'Raden har mva, men ingen mva-kode, så avgiften ville gått tapt.\nSkriv inn mva-koden, eller sett den i jobben og prøv på nytt.',
  'vat-differs/percent': (f) =>
    `Raden har ${f('value')} %, mva-kode ${f('code')} har ${f('percent')} %.\nRett den som er feil.`,
  'vat-differs/reverse': (f) =>
    `Mva-kode ${f('code')} (${f('percent')} %) er omvendt avgiftsplikt og skal ikke vise mva; raden har ${f.amount('vat')} (netto ${f.amount('net')}, brutto ${f.amount('gross')}, ventet ${f.amount('expected')}).\nRett beløpet eller koden.`,
  'vat-twice': (f) =>
    `${f('net') && `Tjenesten beregner mva (${f('percent')} %) av linjen på ${f.amount('net')}. Bilaget har den allerede: ${f.amount('vat')} på konto ${f('account')} (rad ${f('row')}).`}\nEksporter bilag med beløp inkl. mva og uten mva-linjer. Eller la jobben oversette kodene til ingen (vat.codes: none), og prøv igjen: da bokføres linjene som de står.`,
  'vat-unknown': (f) =>
    `${f('near') && `Mente du ${f('near')}? `}${f('types') && `Mva-koder med denne satsen: ${f('types')}.`}${f('known') && `Tjenesten har ${f('known')}.`}\nBruk en annen mva-kode, eller opprett denne i tjenesten og prøv på nytt.`,
} satisfies ReasonWords;
