import { language } from '../../language.ts';

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'millisecond') =>
  new Intl.NumberFormat(language.value === 'nb' ? 'nb-NO' : 'en-GB', {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: name === 'second' && value < 10 ? 1 : 0,
  }).format(value);

/** 0.4 sec, 3 min 20 sec. */
export function duration(seconds: number): string {
  if (seconds < 0.1) return unit(Math.round(seconds * 1_000), 'millisecond');
  if (seconds < 90) return unit(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 90) return `${unit(minutes, 'minute')} ${unit(Math.floor(seconds % 60), 'second')}`;
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
}
