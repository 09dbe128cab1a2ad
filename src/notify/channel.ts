/** A message to people, as a channel sends it. */
export interface Notice {
  /** The same whenever it is sent again, so that whoever gets it twice can tell. */
  readonly id: string;
  readonly type: 'import.attention' | 'import.completed' | 'run.failed';
  /** When it was found, in milliseconds since 1970. */
  readonly at: number;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** What it is about, for programs: JSON. */
  readonly import?: object;
  readonly run?: object;
  /** Recipients who have not got it yet; undefined: nobody has. */
  readonly rest?: readonly string[] | undefined;
}

/** What became of a message. `words` are for people, on one line, without a secret. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** Some have got it, and this is why others never will. */
  | { readonly kind: 'sent'; readonly words: string }
  /** Some have got it; the rest may later. */
  | { readonly kind: 'partly'; readonly words: string; readonly rest: readonly string[] }
  /** This message is not taken; `final`: and never will be. Others may be. */
  | { readonly kind: 'refused'; readonly words: string; readonly final: boolean }
  /** Nothing goes this way now. `waitMs`: not before that time is over. */
  | { readonly kind: 'down'; readonly words: string; readonly waitMs?: number | undefined };

/** A way to people, open. */
export interface Channel {
  /** Sends a message once. Never rejects. @param ending ends it at once; whether it was sent is then unknown */
  send(notice: Notice, ending: AbortSignal): Promise<Delivery>;
  /** Connects, logs in where there is a login, and sends nothing. @throws Error in words for people, without a secret */
  verify(): Promise<void>;
  close(): Promise<void>;
}
