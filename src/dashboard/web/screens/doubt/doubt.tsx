import { Page } from '../../parts/page.tsx';
import { common } from '../../words.ts';

export function Doubt() {
  return <Page title={common.value.nav.doubt} />;
}
