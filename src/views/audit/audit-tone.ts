import { statusIn } from '../../domain/changes/change-summary.js';
import { isInForceStatus } from '../../domain/payments/payment-attention.js';
import type { Entry } from '../../domain/changes/entry.js';
import { answeredFailure } from '../../domain/answers/answered-failure.js';
import type { SettingChanges } from '../../domain/changes/settings/setting-changes.js';
import type { Tone } from '../kit/palette.js';
import type { AuditLine } from './entry-lines.js';

/** Lightest first. */
const TONES = ['neutral', 'good', 'warning', 'bad'] as const satisfies readonly Tone[];

/** The most important entry of a post gives the colour. */
export function heaviestTone(lines: readonly AuditLine[]): Tone {
  const heaviest = Math.max(0, ...lines.map((line) => TONES.indexOf(toneOf(line))));
  return TONES[heaviest] ?? 'neutral';
}

const USUAL: Record<Entry['step'], Tone> = {
  asked: 'neutral',
  confirmed: 'neutral',
  refused: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  drifted: 'warning',
  frozen: 'warning',
  unfrozen: 'neutral',
  sent: 'neutral',
  reported: 'neutral',
  failed: 'warning',
  unknown: 'bad',
  observed: 'good',
  lapsed: 'warning',
  resolved: 'neutral',
  set: 'neutral',
  'loosening-asked': 'warning',
  'loosening-confirmed': 'warning',
  'loosening-withdrawn': 'neutral',
  'found-elsewhere': 'bad',
  behind: 'bad',
  'restore-accepted': 'bad',
};

function toneOf({ entry, change }: AuditLine): Tone {
  const { step } = entry;
  const mayBringAddresses = step === 'asked' || step === 'confirmed' || step === 'sent';
  if (mayBringAddresses && change !== null && change.newAddresses.length > 0) return 'warning';
  if (step === 'reported' && change !== null && change.contradictions.length > 0) return 'bad';
  if (step === 'reported' && answeredFailure({ state: step, answer: entry.details.answer }))
    return 'bad';
  if (step === 'observed' && change?.isMoreSeen === true) return 'warning';
  if (step === 'observed' && !isInForceStatus(statusIn(entry.details.found))) return 'neutral';
  return step === 'set' && isWeighty(entry.details) ? 'warning' : USUAL[step];
}

/** Who may do what, which key is used, and where this is reported. */
function isWeighty({ by, changed }: SettingChanges): boolean {
  return by !== 'defaults' || changed.some(({ what }) => what === 'audit');
}
