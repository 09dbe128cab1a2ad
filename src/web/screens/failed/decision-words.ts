import { computed } from '@preact/signals';
import { t } from './words.ts';

/** Words of a decision about many rows, which is confirmed first. */
export const decisions = computed(() => t.value.decisions);
