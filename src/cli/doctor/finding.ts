import { SIGNS, type Diagnostic } from '../../views/setup/diagnostics.js';

/** What one check of `npm run doctor` found, in plain text; the detail says what to do. */
export type Finding = Diagnostic;

export function findingLine({ what, state, detail }: Finding): string {
  return `${SIGNS[state]} · ${what}: ${detail}`;
}

export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });
export const failed = (what: string, detail: string): Finding => ({
  what,
  state: 'failed',
  detail,
});
export const warning = (what: string, detail: string): Finding => ({
  what,
  state: 'warning',
  detail,
});
export const skipped = (what: string, detail: string): Finding => ({
  what,
  state: 'skipped',
  detail,
});
