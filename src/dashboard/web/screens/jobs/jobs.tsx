import { Page } from '../../parts/page.tsx';
import { common } from '../../words.ts';

export function Jobs() {
  return <Page title={common.value.nav.jobs} />;
}
