/** A contact as the service's list answers it, plainly: empty texts for what is not there. */
export interface Seen {
  readonly name: string;
  /** Line 1, line 2, line 3, postal code, city, country, country code; undefined where there is no address. */
  readonly address?: readonly string[];
  /** Country code, number, description. */
  readonly phone?: readonly string[];
  readonly email: string;
  readonly comment: string;
  readonly custom: Readonly<Record<string, string | number>>;
}

const EXPAND = 'Info,Info.InvoiceAddress,Info.DefaultPhone,Info.DefaultEmail,Info.DefaultAddress';
const PAGE_ROWS = 200;

type Details = Readonly<Record<string, string | null>>;
interface Row {
  readonly Deleted?: boolean;
  readonly Comment: string | null;
  readonly Info: {
    readonly Name: string;
    readonly InvoiceAddress: Details | null;
    readonly DefaultPhone: Details | null;
    readonly DefaultEmail: Details | null;
  };
  readonly CustomValues: Readonly<Record<string, string | number | null>>;
}

/** All contacts of the service by its list call (service interface, section 4.9), page by page, without those deleted. */
export async function listContacts(url: string): Promise<Seen[]> {
  const rows: Row[] = [];
  for (;;) {
    const query = `expand=${EXPAND}&hateoas=false&top=${PAGE_ROWS}&skip=${rows.length}`;
    const page = (await (await fetch(`${url}/api/biz/contacts?${query}`)).json()) as Row[];
    if (page.length === 0) return rows.filter(({ Deleted }) => Deleted !== true).map(seen);
    rows.push(...page);
  }
}

function seen({ Info, Comment, CustomValues }: Row): Seen {
  const { InvoiceAddress, DefaultPhone, DefaultEmail } = Info;
  const parts = (of: Details, names: readonly string[]) => names.map((name) => of[name] ?? '');
  return {
    name: Info.Name,
    ...(InvoiceAddress && { address: parts(InvoiceAddress, ADDRESS) }),
    ...(DefaultPhone && { phone: parts(DefaultPhone, ['CountryCode', 'Number', 'Description']) }),
    email: DefaultEmail?.['EmailAddress'] ?? '',
    comment: Comment ?? '',
    custom: Object.fromEntries(
      Object.entries(CustomValues).flatMap(([key, value]) =>
        value === null ? [] : [[key.replace(/^Custom/, ''), value] as const],
      ),
    ),
  };
}

const ADDRESS = ['AddressLine1', 'AddressLine2', 'AddressLine3', 'PostalCode', 'City', 'Country', 'CountryCode'];
