import type { Translation } from '../../language.ts';
import type en from './answers.en.ts';

export default {
  'rows-repeated': {
    once: 'Hvert bilag bokføres med radene sine én gang; kopiene hoppes over.',
    meant: 'Hvert bilag bokføres med alle radene sine.',
  },
  'numbers-restart': {
    separate: 'Hver dato bokføres som et eget bilag.',
    together: 'Alle rader med samme nummer bokføres som ett bilag.',
  },
  'date-changed': {
    same: 'De bokføres ikke på nytt; datoen i tjenesten blir stående.',
    different: 'De bokføres også.',
  },
  'other-series': {
    same: 'De bokføres ikke; hvert bilag venter så for seg, med det som er forskjellig.',
    different: 'De bokføres som nye bilag.',
  },
  'text-changed': {
    same: 'De bokføres ikke på nytt; teksten i tjenesten blir stående.',
    different: 'De bokføres også.',
  },
  'key-differs': { same: 'De bokføres ikke på nytt.', different: 'De bokføres også.' },
  'numbers-differ': { same: 'De bokføres ikke på nytt.', different: 'De bokføres også.' },
  'skipped-before': { same: 'De bokføres ikke.', different: 'De bokføres, selv om de ble hoppet over før.' },
} satisfies Translation<typeof en>;
