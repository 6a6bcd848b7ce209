import { noteOf, silencedUntil, type GuildAlerts } from '../alert.js';
import type { AlertRule } from '../rule.js';
import { openAlertOf, revise, withAlert, withNote, withTell } from './edit-state.js';
import { MINUTE_MS } from '../../time/units.js';

/** After this long without data, people are told. */
const MISSING_TOLD_MS = 30 * MINUTE_MS;

export function withoutData(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const { missing } = noteOf(state, rule.id);
  const alert = openAlertOf(state, rule);
  // Clear figures before and after a gap don't prove that all was well in between.
  const open =
    alert?.phase === 'recovering'
      ? withAlert(state, revise(alert, { phase: 'firing', clearSince: undefined }))
      : state;
  // `min`, in case the clock went back.
  const since = Math.min(missing?.since ?? now, now);
  const isDue = missing?.told !== true && now - since >= MISSING_TOLD_MS;
  if (!isDue || silencedUntil(state, rule.id, now) !== null) {
    return missing?.since === since
      ? open
      : withNote(open, rule.id, (note) => ({ ...note, missing: { ...missing, since } }));
  }
  const noted = withNote(open, rule.id, (note) => ({ ...note, missing: { since, told: true } }));
  return withTell(noted, { id: `${rule.id}-no-data-${since}`, what: 'no-data', since, rule, now });
}

export function withData(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const { missing } = noteOf(state, rule.id);
  if (missing === undefined) return state;
  const noted = withNote(state, rule.id, (note) => {
    const { missing: _, ...rest } = note;
    return rest;
  });
  if (missing.told !== true || silencedUntil(state, rule.id, now) !== null) return noted;
  const { since } = missing;
  const id = `${rule.id}-data-back-${since}`;
  return withTell(noted, { id, what: 'data-back', since, rule, now });
}
