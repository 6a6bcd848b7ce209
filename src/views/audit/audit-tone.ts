import { statusIn } from '../../domain/changes/change-summary.js';
import { isInForceStatus } from '../../domain/payment-settings/payment-attention.js';
import { answeredFailure } from '../../domain/pool-answers/answered-failure.js';
import type { SettingChanges } from '../../domain/changes/settings/setting-changes.js';
import type { Tone } from '../kit/palette.js';
import { STEP_WORDS } from './audit-labels.js';
import type { AuditLine } from './entry-lines.js';

/** Lightest first. */
const TONES = ['neutral', 'good', 'warning', 'bad'] as const satisfies readonly Tone[];

/** The most important entry of a post gives the colour. */
export function heaviestTone(lines: readonly AuditLine[]): Tone {
  const heaviest = Math.max(0, ...lines.map((line) => TONES.indexOf(toneOf(line))));
  return TONES[heaviest] ?? 'neutral';
}

function toneOf({ entry, change }: AuditLine): Tone {
  const { step } = entry;
  const mayBringAddresses = step === 'asked' || step === 'confirmed' || step === 'sent';
  if (mayBringAddresses && change !== null && change.newAddresses.length > 0) return 'warning';
  if (step === 'reported' && change !== null && change.contradictions.length > 0) return 'bad';
  if (step === 'reported' && answeredFailure({ state: step, answer: entry.details.answer }))
    return 'bad';
  if (step === 'observed' && change?.isMoreSeen === true) return 'warning';
  if (step === 'observed' && !isInForceStatus(statusIn(entry.details.found))) return 'neutral';
  if (step === 'set') return isWeighty(entry.details) ? 'warning' : 'neutral';
  return STEP_WORDS[step].tone ?? 'neutral';
}

/** Who may do what, which key is used, and where this is reported. */
function isWeighty({ by, changed }: SettingChanges): boolean {
  return by !== 'defaults' || changed.some(({ what }) => what === 'audit');
}
