import { computed } from '@preact/signals';
import { t } from './words.ts';

/** Words of the form of a new job. */
export const f = computed(() => t.value.form);
