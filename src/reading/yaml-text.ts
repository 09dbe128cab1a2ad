/** A header as it stands in a job's flow of keys: quoted where YAML needs it. */
export function yamlText(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} .()%/-]*$/u.test(text) ? text : JSON.stringify(text);
}
