import { Page } from '../../parts/page.tsx';
import { common } from '../../words.ts';

export function FailedRows() {
  return <Page title={common.value.nav.imports} />;
}
