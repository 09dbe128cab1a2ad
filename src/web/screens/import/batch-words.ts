import { computed } from '@preact/signals';
import { t } from './words.ts';

/** Words of the batches of an import. */
export const b = computed(() => t.value.batches);
