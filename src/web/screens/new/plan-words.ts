import { computed } from '@preact/signals';
import { t } from './words.ts';

/** Words of the plan. */
export const p = computed(() => t.value.plan);
