import { computed, signal } from '@preact/signals';

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
export const user = signal<SessionUser | null | undefined>(undefined);

const RANK: Readonly<Record<UserRole, number>> = { viewer: 0, operator: 1, administrator: 2 };

/** Whether the user may do what needs a role. */
export function may(role: UserRole): boolean {
  return user.value ? RANK[user.value.role] >= RANK[role] : false;
}

export const isOperator = computed(() => may('operator'));

/** The session is over: the next page asks who it is. */
export function signedOut(): void {
  if (user.value !== undefined) user.value = null;
}
