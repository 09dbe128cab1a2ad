import { batch, computed, signal } from '@preact/signals';

export type UserRole = 'viewer' | 'operator' | 'administrator';

/** Who uses the dashboard. */
export interface SessionUser {
  readonly name: string;
  readonly role: UserRole;
  /** Sent with every change; absent where there are no users. */
  readonly csrf?: string;
  /** Users are configured, so that one can sign out. */
  readonly signIn: boolean;
}

/** Undefined until the server said it; null: nobody is signed in. */
export const user = signal<SessionUser | null>();
/** Whose session ended by itself: her screens wait as they are for her to sign in again. */
export const awaited = signal<SessionUser>();
/** Counts: what was refused meanwhile is asked for again. */
export const signIns = signal(0);

const RANK: Readonly<Record<UserRole, number>> = { viewer: 0, operator: 1, administrator: 2 };

/** Whether the user may do what needs a role. */
export function may(role: UserRole): boolean {
  const who = user.value ?? awaited.value;
  return who === undefined ? false : RANK[who.role] >= RANK[role];
}

export const isOperator = computed(() => may('operator'));

export function signedIn(who: SessionUser): void {
  batch(() => {
    user.value = who;
    awaited.value = undefined;
    signIns.value++;
  });
}

/** The session is over: who goes on has to say who it is. */
export function signedOut(): void {
  const who = user.peek();
  if (!who) return;
  batch(() => {
    awaited.value = who;
    user.value = null;
  });
}

/** She left: nothing of hers stays on the page. */
export function leave(): void {
  batch(() => {
    awaited.value = undefined;
    user.value = null;
  });
}
