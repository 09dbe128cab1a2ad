/** Variables of the environment by name; undefined: not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What became of the variables in a text. Messages must not show `text`: it may hold secrets now. */
export interface Substitution {
  readonly text: string;
  /** Names of variables that are not set, or are empty. */
  readonly missing: readonly string[];
  /** Placeholders that name no variable: `${A:-b}`, or `$TOKEN` as the whole text. */
  readonly malformed: readonly string[];
  readonly substituted: boolean;
}

const PLACEHOLDER = /\$\{([^}]*)\}?/g;
const BARE_VARIABLE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** Puts variables of the environment in place of `${VAR}` (design, section 6). An empty variable counts as missing. */
export function substitute(text: string, environment: Environment): Substitution {
  const missing: string[] = [];
  const malformed: string[] = [];
  let substituted = false;
  if (BARE_VARIABLE.test(text)) malformed.push(text);
  const result = text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || !whole.endsWith('}')) {
      malformed.push(whole);
      return whole;
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined || value === '') missing.push(name);
    substituted = true;
    return value ?? '';
  });
  return { text: result, missing, malformed, substituted };
}
