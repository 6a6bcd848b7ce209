import { SIGNS, type Diagnostic } from '../../views/setup/diagnostics.js';

/** What one check of `npm run doctor` found, in plain text; the detail says what to do. */
export type Finding = Diagnostic;

export function findingLine({ what, state, detail }: Finding): string {
  return `${SIGNS[state]} · ${what}: ${detail}`;
}

const finding =
  (state: Finding['state']) =>
  (what: string, detail: string): Finding => ({ what, state, detail });

export const ok = finding('ok');
export const failed = finding('failed');
export const warning = finding('warning');
export const skipped = finding('skipped');
