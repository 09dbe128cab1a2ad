import { common } from '../words.ts';

export function Loading() {
  return (
    <p class="loading" role="status">
      {common.loading}
    </p>
  );
}
