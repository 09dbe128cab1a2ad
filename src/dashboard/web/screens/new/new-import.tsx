import { Page } from '../../parts/page.tsx';
import { common } from '../../words.ts';

export function NewImport() {
  return <Page title={common.value.nav.new} />;
}
