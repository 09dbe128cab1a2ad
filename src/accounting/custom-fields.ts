const FIELDS_PATH = '/api/biz/custom-fields';

/** Where custom fields are created (service interface, section 4.6). */
export function createFieldPath(): string {
  return FIELDS_PATH;
}

/** Where a custom field is activated, by a request without a body (service interface, section 4.7). */
export function activateFieldPath(id: number): string {
  return `${FIELDS_PATH}/${id}?action=activate`;
}
