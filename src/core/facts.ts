/** What a message is made of, by name, so that whoever shows it words it anew: amounts as decimal text, days as YYYY-MM-DD. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;
