/** Files of a toy shop, for screens that show what goes wrong: the same ones every time. */

const HEADER = 'Bilagsnr;Dato;Konto;Tekst;Beløp;Mva-kode';
const CUSTOMERS = [
  'Solbakken Handel AS',
  'Barnehagen Trollskogen',
  'Hamar Lekeland',
  'Byggmester Åsen',
  'Østby Skole',
  'Kafé Brygga',
];
const GOODS = ['Treleker', 'Byggeklosser', 'Puslespill', 'Brettspill', 'Dukkehus', 'Togbane'];

const kroner = (cents) =>
  `${cents < 0 ? '-' : ''}${String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ' ')},${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** @param vouchers `[day, [[account, text, cents, vat]]]`, numbered from `first` */
function file(first, vouchers) {
  const lines = vouchers.flatMap(([day, rows], at) =>
    rows.map(([account, text, cents, vat = '']) => `${first + at};${day};${account};${text};${kroner(cents)};${vat}`),
  );
  return `${[HEADER, ...lines].join('\r\n')}\r\n`;
}

const dayOf = (at, month) => `${String((at % 28) + 1).padStart(2, '0')}.${month}.2026`;

/** Sales of a month: a sale in so many lines, of which those on an account that is not there can't be booked. */
function sale(at, month, account) {
  const lines = Array.from({ length: account === '3000' ? 2 : 4 }, (_, part) => [
    account,
    GOODS[(at + part) % GOODS.length],
    -(12_950 + ((at * 7_919 + part * 4_111) % 240_000)),
    '3',
  ]);
  const total = lines.reduce((sum, [, , cents]) => sum - cents, 0);
  return [dayOf(at, month), [['1500', `${CUSTOMERS[at % CUSTOMERS.length]}, faktura ${5_200 + at}`, total], ...lines]];
}

/** 412 rows of 103 vouchers on account 3015, VAT codes that are not there, a day that is not there, a voucher that does not balance. */
export function april(first = 4_001) {
  const vouchers = Array.from({ length: 160 }, (_, at) => sale(at, '04', at % 14 < 9 ? '3015' : '3000'));
  const wrong = [
    ...[0, 1, 2, 3, 4, 5].map((at) => [
      dayOf(at * 4, '04'),
      [
        ['6300', `Leie lager, uke ${14 + at}`, 312_500, '99'],
        ['2400', 'Hamar Næringseiendom AS', -312_500],
      ],
    ]),
    [
      '31.04.2026',
      [
        ['6900', 'Mobil, 3 abonnement', 74_900, '1'],
        ['2400', 'Telenor Norge AS, faktura 900441209', -74_900],
      ],
    ],
    [
      '30.04.2026',
      [
        ['6200', 'Strøm april', 431_275, '1'],
        ['2400', 'Eidsiva Marked AS, faktura 5531188', -430_075],
      ],
    ],
  ];
  return file(first, [...vouchers, ...wrong]);
}

/** A few rents, sent and not answered. */
export function rents() {
  return file(
    4_501,
    Array.from({ length: 6 }, (_, at) => [
      '01.05.2026',
      [
        [
          '6300',
          `Husleie mai, ${['Storgata 4', 'Lager Stange', 'Torget 1', 'Verksted', 'Garasje', 'Kontor'][at]}`,
          1_875_000 + at * 12_525,
          '1',
        ],
        ['2400', 'Hamar Næringseiendom AS', -1_875_000 - at * 12_525],
      ],
    ]),
  );
}

/** A month that is sound. */
export function may(month = '05', first = 4_601) {
  return file(
    first,
    Array.from({ length: 64 }, (_, at) => sale(at + 3, month, '3000')),
  );
}
