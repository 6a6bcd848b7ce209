import type { Alert } from './alert.js';
import type { Rule } from './rule.js';

/** What a round has people told, entered in the transaction that changes the alerts. */
export type Tell =
  /** A new message; more than ten in a round are one message that lists them. */
  | { readonly kind: 'fired'; readonly alert: Alert; readonly rule: Rule }
  /** Its message is edited, at most once a minute. */
  | { readonly kind: 'changed'; readonly alert: Alert; readonly rule: Rule | null }
  /** Its message is edited, and a short reply says so. */
  | { readonly kind: 'resolved'; readonly alert: Alert; readonly rule: Rule }
  | { readonly kind: 'reminder'; readonly alert: Alert; readonly rule: Rule }
  /** `since`: when the figures went missing. */
  | { readonly kind: 'no-data'; readonly rule: Rule; readonly since: number }
  | { readonly kind: 'data-back'; readonly rule: Rule; readonly since: number };
