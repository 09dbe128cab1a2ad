const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms`, `5s`, `1.5m`, `1h`, `7d` in whole milliseconds; undefined where the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return undefined;
  return Math.round(Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS]);
}
