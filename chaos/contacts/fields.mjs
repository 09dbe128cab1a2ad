/** Types of the value list, by name. */
const TYPES = ['Small text field', 'Text', 'Number', 'Money'];
/** Models of the sandbox that nobody else adds fields to. */
const MODELS = ['Product', 'Customer', 'Employee', 'Department'];

/** What makes bilag hold a row, by the code of the issue that it then names. */
const HELD = {
  'field-name-invalid': (field) => {
    field.cells.name = `${field.cells.name} med mellomrom`;
  },
  'field-type-unknown': (field) => {
    field.cells.type = 'Romskip';
  },
  'model-unknown': (field) => {
    field.cells.model = 'Romskip';
  },
  'flag-invalid': (field) => {
    field.cells.nullable = 'kanskje';
  },
};

/**
 * What a file, or a job, says of one custom field.
 * @typedef {object} Field
 * @property {{ name: string, model: string, type: string, nullable: boolean }} field
 * @property {'booked' | 'held'} fate
 * @property {string} why the code where it is held
 * @property {Record<string, string>} cells as they stand in the file
 */

/**
 * @param {import('../random.mjs').Random} random
 * @param {{ prefix: string, fields: number, errors: boolean }} options
 * @returns {Field[]}
 */
export function drawFields(random, { prefix, fields: count, errors }) {
  const fields = Array.from({ length: count }, (_, at) => {
    const field = {
      name: `${prefix}_${at + 1}`,
      model: random.pick(MODELS),
      type: random.pick(TYPES),
      nullable: random.chance(0.8),
    };
    return { field, fate: 'booked', why: '', cells: { ...field, nullable: String(field.nullable) } };
  });
  if (errors) {
    const broken = random.pick(fields);
    Object.assign(broken, { fate: 'held', why: random.pick(Object.keys(HELD)) });
    HELD[broken.why](broken);
  }
  return fields;
}

/** The fields that the job of members asks for. */
export const MEMBER_FIELDS = [
  { name: 'Medlemsnr', model: 'Contact', type: 'Number', nullable: true },
  { name: 'Kvote', model: 'Contact', type: 'Money', nullable: true },
  { name: 'Nivaa', model: 'Contact', type: 'Small text field', nullable: true },
];
