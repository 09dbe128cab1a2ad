import type { BookingField, ContactField, CustomFieldField } from '../core/job-fields.ts';
import { normaliseHeader } from '../core/text.ts';

/** What columns are called in Norwegian, Swedish, Danish and English exports, the likelier first. */
type Words<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** `sign` is no field: a column that says debit or credit. `balance` neither: it looks like an amount, and is none. */
export type BookingWord = BookingField | 'sign' | 'balance';

export const BOOKING_WORDS: Words<BookingWord> = {
  entry:
    'bilagsnr bilagsnummer bilag bilagnr bilagnummer voucher voucherno vouchernumber verifikationsnummer verifikationsnr verifikation verifikat vernr ver journalno journalnumber journal journalnr entryno entry entrynumber dokumentnr dokumentnummer documentno documentnumber transactionid transaksjonsnr transaktionsnr transactionno posteringsnr znr',
  date: 'bokføringsdato bokføringsdatum bokföringsdatum bokföringsdag bogføringsdato bokførtdato bokført bokfört bokförd posteringsdato regnskapsdato bilagsdato verifikationsdatum transaksjonsdato transaktionsdatum transaktionsdag transaktionsdato bookingdate buchungstag buchungsdatum postingdate transactiondate completeddate financialdate dato datum date fakturadato fakturadatum invoicedate rechnungsdatum paymentdate valuedate valuteringsdato valørdato rentedato utførtdato',
  account:
    'konto kontonr kontonummer kontokode hovedbokskonto finanskonto account accountno accountnumber accountcode nominalcode nominalaccount nominal glaccount ledgeraccount gl',
  amount:
    'beløp belop beløb belopp amount beløpnok beløpinok amountnok nokbeløp kronebeløp beløpsek beløbdkk netamount amountgbp amounteur amountusd transaksjonsbeløp bokførtbeløp sum value verdi buchungsbetrag betrag umsatz',
  debit:
    'debet debit debetbeløp debitamount innpåkonto inn innbetaling innbetalinger insättning insättningar indbetaling moneyin paidin deposit deposits tilgodehavende débit soll beløpinn innbeløp beløpinnpåkonto innskudd godskrevet innbetalt inbetalning inbetalningar insatt indsat indbetalinger amountin',
  credit:
    'kredit credit kreditbeløp creditamount utfrakonto utavkonto ut utbetaling utbetalinger uttag udbetaling moneyout paidout withdrawal withdrawals crédit haben beløput utbeløp beløputavkonto beløputfrakonto uttak belastet belastning utbetalt utbetalning utbetalningar hævet udbetalinger amountout',
  currency:
    'valuta valutakode valutakod valutasort valutaslag myntslag currency currencycode ccy währung wahrung buchungswährung kontowährung wkz devise divisa moneda munt munteenheid valuutta waluta měna mena mynt curr cur iso billingcurrency accountcurrency kontovaluta bokføringsvaluta',
  contraAccount:
    'motkonto motkontonr motkontonummer modkonto contraaccount contra balancingaccount balaccountno offsetaccount',
  debitAccount: 'debetkonto debitkonto debetkontonr debitaccount kontodebet',
  creditAccount: 'kreditkonto kreditkontonr creditaccount kontokredit',
  vat: 'mvakode mva momskode momskod moms vatcode vat taxcode avgiftskode mvatype vattype',
  contraVat: 'motkontomva mvamotkonto contravat',
  debitVat: 'mvadebet debetmva debitvat',
  creditVat: 'mvakredit kreditmva creditvat',
  description:
    'tekst text beskrivelse beskrivning forklaring bilagstekst posteringstekst transaksjonstekst verifikationstext description details narrative tittel title memo note melding meddelelse besked lønnsart navn namn name mottaker payee beløpetgjelder particulars',
  sign: 'dk debetkredit debitcredit debitcreditindicator dc sh sollhaben afbij fortegn debetellerkredit crdr drcr creditdebit cdflag flag',
  balance:
    'saldo balance runningbalance bokførtsaldo bokfördsaldo bogførtsaldo saldoetter saldoefter saldoettertransaksjon løpendesaldo balanceafter balanceaftertransaction accountbalance closingbalance bookedbalance ledgerbalance kontostand saldonachbuchung solde soldeaprès saldonabewerking saldodopo saldopo saldopooperacji zůstatek tilisaldo beholdning disponibelt',
};

/** What a column of totals is called: the amount, unless two are called so, or another is called the amount. */
const TOTALS =
  'total totalt totalbeløp totalbelopp totalamount totalsum summa totalpris totalprice totalcost grandtotal åutbetale tilutbetaling utbetales attbetala attutbetala bruttolønn bruttolön grosspay nettolønn nettolön netpay';

/** What a column of companies is called: beside the name of a person, it says where the person works. */
const COMPANY_NAMES =
  'firmanavn företagsnamn companyname company firma accountname företag bedrift organisasjon organisation organizationname organization unternehmen firmenname';

export const CONTACT_WORDS: Words<ContactField> = {
  name: `navn kundenavn fulltnavn namn kundnamn name fullname customername displayname ${COMPANY_NAMES}`,
  addressLine1:
    'adresse adresse1 adresselinje1 gateadresse gate postadresse adress adress1 gatuadress vej address address1 addressline1 street streetaddress billingstreet',
  addressLine2: 'adresse2 adresselinje2 adress2 address2 addressline2 street2',
  addressLine3: 'adresse3 adresselinje3 adress3 address3 addressline3',
  postalCode: 'postnr postnummer zip zipcode postcode postalcode billingpostalcode',
  city: 'sted poststed by postort ort stad city town billingcity',
  country: 'land country countryname billingcountry',
  countryCode: 'landkode landskod landekode countrycode',
  phone:
    'telefon telefonnr telefonnummer tlf mobil mobiltelefon mobilnr phone phonenumber telephone mobile mobilephone',
  phoneCountryCode: 'retningsnummer landkodetelefon phonecountrycode',
  phoneDescription: 'telefontype phonetype phonedescription',
  email: 'epost epostadresse epostadress email emailaddress mail',
  comment: 'merknad kommentar notat notater anmerkning anteckning comment comments remark remarks note notes',
};

/** Names of people that stand in two columns. */
export const FIRST_NAME = /^(fornavn|förnamn|firstname|givenname|vorname)$/;
export const LAST_NAME = /^(etternavn|efternavn|efternamn|lastname|surname|familyname|nachname|familienname)$/;

export const CUSTOM_FIELD_WORDS: Words<CustomFieldField> = {
  name: 'felt feltnavn field fieldname navn name',
  model: 'modell model entitet entity entitytype',
  type: 'type datatype felttype fieldtype',
  nullable: 'kanværetomt valgfri nullable optional mayempty',
};

/** A header as these words are compared: `Mva-kode`, `MVA KODE` and `mvakode` are one. */
export function plainHeader(header: string): string {
  return normaliseHeader(header).replace(/[^\p{L}\p{N}]/gu, '');
}

/** How well a header names each field: 0 is the best; a field that it does not name is not there. */
export function rankOf<Field extends string>(words: Words<Field>): (header: string) => ReadonlyMap<Field, number> {
  const known = new Map<string, Map<Field, number>>();
  for (const [field, list] of Object.entries(words) as [Field, string][]) {
    for (const [rank, word] of list.split(' ').entries()) {
      const fields = known.get(word) ?? new Map<Field, number>();
      known.set(word, fields.set(field, rank));
    }
  }
  const none: ReadonlyMap<Field, number> = new Map();
  return (header) => known.get(plainHeader(header)) ?? none;
}

const balanceRank = rankOf({ balance: BOOKING_WORDS.balance! });
const CURRENCY_BEHIND = /(nok|sek|dkk|eur|euros?|usd|gbp|chf|pln|czk|kr|kroner|kronor)$/;

/** A header as words are compared, without a currency at its end: `Debet (NOK)` is debet. */
export function withoutCurrency(header: string): string {
  return plainHeader(header).replace(CURRENCY_BEHIND, '');
}

/** How well a header names a running balance: 0 is the best; undefined where it does not. `Saldo (NOK)` does. */
export function balanceNameRank(header: string): number | undefined {
  return balanceRank(header).get('balance') ?? balanceRank(withoutCurrency(header)).get('balance');
}

const totalRank = rankOf({ total: TOTALS });

/** Whether a column is called a total, as `Å utbetale` and `Totalt (kr)` are. */
export function isTotalHeader(header: string): boolean {
  return totalRank(header).size > 0 || totalRank(withoutCurrency(header)).size > 0;
}

const companyRank = rankOf({ company: COMPANY_NAMES });

/** Whether a column is called the name of a company, not of a person. */
export function isCompanyHeader(header: string): boolean {
  return companyRank(header).size > 0;
}

const RANKS = [totalRank, rankOf(BOOKING_WORDS), rankOf(CONTACT_WORDS), rankOf(CUSTOM_FIELD_WORDS)];

/** Whether a column of bookings, contacts or custom fields is known to be called so. */
export function isKnownHeader(header: string): boolean {
  return RANKS.some((rank) => rank(header).size > 0);
}
