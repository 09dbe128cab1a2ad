import { Page } from '../../parts/page.tsx';
import { common } from '../../words.ts';

export function Import() {
  return <Page title={common.value.nav.imports} />;
}
