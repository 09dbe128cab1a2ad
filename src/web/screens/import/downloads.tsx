import { Icon } from '../../parts/icon.tsx';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** What can be taken home of it. */
export function Downloads({ of }: { readonly of: WholeImport }) {
  const { links, state, waiting = 0, corrections = [], file } = of;
  const isPlanned = state !== 'rejected' && state !== 'cancelled' && state !== 'planning';
  const taken = (href: string, words: string, name = '') => (
    <li key={href}>
      <a href={href} download={name}>
        {words}
      </a>
    </li>
  );
  return (
    <details class="menu">
      <summary class="btn">
        <Icon of="get" />
        {t.downloads}
        <Icon of="down" />
      </summary>
      <ul>
        {waiting > 0 && isPlanned && taken(links.failed, t.failedXlsx)}
        {isPlanned && taken(links.trail, t.trailXlsx)}
        {isPlanned && taken(links.trail.replace(/xlsx$/, 'csv'), t.trailCsv)}
        {taken(links.receipt, t.receiptJson, `${file.replace(/\.\w+$/, '')}.receipt.json`)}
        {taken(links.file, t.original)}
        {corrections.map(({ correction, file: name, url }) => taken(url, t.correctionFile(String(correction), name)))}
      </ul>
    </details>
  );
}
