import { isAlias, isMap, isNode, parseDocument, type Scalar, visit, type YAMLMap } from 'yaml';
import type { FetchSection } from '../core/fetch-section.ts';
import { SECRET, withoutSecrets } from '../core/secrets.ts';
import type { JobFile } from './read-job.ts';
import { shownAddress, VARIABLES_ALONE } from './shown-address.ts';

/** A comment with such a word may hold what stood there before, or is tried out. */
const TELLTALE = /token|secret|pass(word|phrase|wd)|authori[sz]ation|bearer|api[-_]?key|credential|https?:|sftp/i;
/** A shorter text is no secret, and stands in other words too, in characters. */
const SECRET_LENGTH = 6;
const LEFT_OUT = ' [a comment that may hold a secret is left out]';

/**
 * The definition of a job as people may see it: as it is written, with its comments, but nothing that is secret. What is
 * taken from the environment shows as `${VAR}`.
 */
export function shownJob({ text, job }: Pick<JobFile, 'text' | 'job'>): string {
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false });
  const { fetch } = job;
  const contents = isMap(document.contents) ? document.contents : undefined;
  const secrets = new Set<string>();
  let isChanged = false;
  if (fetch !== undefined && contents !== undefined) {
    const shown = withoutFetchSecrets(fetch);
    // What an alias stands for is written elsewhere, and may be a secret there.
    visit(document, { Alias: (_key, alias) => alias.resolve(document)?.clone() as Scalar | undefined });
    const section = contents.get('fetch', true) as unknown;
    if (isMap(section)) {
      for (const [path, is, instead] of changes(fetch, shown)) {
        for (const piece of pieces(is)) if (!instead.includes(piece)) secrets.add(piece);
        section.setIn(path, document.createNode(instead));
        isChanged = true;
      }
      isChanged = uncommented(section) || isChanged;
    }
  }
  const clear = (of: { comment?: string | null; commentBefore?: string | null }) => {
    for (const key of ['comment', 'commentBefore'] as const) {
      if (!TELLTALE.test(of[key] ?? '')) continue;
      of[key] = LEFT_OUT;
      isChanged = true;
    }
  };
  visit(document, { Node: (_key, node) => void (isAlias(node) || clear(node)) });
  clear(document);
  // Written anew only where it has to be: the person's own layout is easier to read.
  return isChanged ? withoutSecrets(secrets)(document.toString({ lineWidth: 0, flowCollectionPadding: true })) : text;
}

/** The parts of a text that would be a secret elsewhere too. */
function pieces(text: string): string[] {
  return text.split(/[\s?&=@:/#]+/).filter((piece) => piece.length >= SECRET_LENGTH);
}

/** Each text that is shown otherwise than it is, and where it stands. */
function changes(is: unknown, shown: unknown, path: readonly string[] = []): [readonly string[], string, string][] {
  if (typeof is === 'string' && typeof shown === 'string') return is === shown ? [] : [[path, is, shown]];
  if (typeof is !== 'object' || is === null) return [];
  return Object.entries(is).flatMap(([key, value]) =>
    changes(value, (shown as Record<string, unknown>)[key], [...path, key]),
  );
}

/** What stands beside a secret may be one too. @returns whether there were any comments */
function uncommented(section: YAMLMap): boolean {
  let had = false;
  visit(section, {
    Node: (_key, node) => {
      if (!isNode(node)) return;
      had ||= Boolean(node.comment) || Boolean(node.commentBefore);
      node.comment = null;
      node.commentBefore = null;
    },
  });
  return had;
}

/** Headers whose value is no secret. */
const OPEN_HEADERS = /^(accept(-language|-encoding|-charset)?|user-agent|content-type|host)$/i;
/** A secret that stands in a job as it is written, or a part of it; what comes from the environment is none. */
function shownHeader(name: string, value: string): string {
  return OPEN_HEADERS.test(name) || VARIABLES_ALONE.test(value) ? value : SECRET;
}

/** A password or a passphrase. */
function shownPassword(value: string): string {
  return VARIABLES_ALONE.test(value) ? value : SECRET;
}

/** Where the files of a job come from, for people to see. */
export function withoutFetchSecrets(section: FetchSection): FetchSection {
  const { url, headers, sftp } = section;
  return {
    ...section,
    ...(url === undefined ? {} : { url: shownAddress(url) }),
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownHeader(name, value)])),
        }),
    ...(sftp === undefined
      ? {}
      : {
          sftp: {
            ...sftp,
            ...(sftp.password === undefined ? {} : { password: shownPassword(sftp.password) }),
            ...(sftp.passphrase === undefined ? {} : { passphrase: shownPassword(sftp.passphrase) }),
          },
        }),
  };
}
