import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../domain/changes/change.js';
import { byWhom, changeName } from './change-sentences.js';
import { differenceFields } from './difference-fields.js';
import { timestamp } from '../kit/times.js';

/** Of a change that Pitboss made in the place of a drifted one. */
export interface Renewal {
  /** The change that it takes the place of. */
  readonly id: string;
  /** When a person first asked for it; null = not known. */
  readonly askedAt: number | null;
  /** The pool's record that the change before it showed, and the one that this shows. */
  readonly before: unknown;
  readonly now: unknown;
}

export function renewalLine({ requester, askedAt: renewedAt }: Change, renewal: Renewal): string {
  const { id, askedAt } = renewal;
  const when = askedAt === null ? '' : ` ${timestamp(askedAt)}`;
  const who = byWhom({ by: requester, at: renewedAt });
  return `🔁 **Replaces an earlier request** (${changeName({ id })}), asked by ${who}${when}. Pitboss renewed it ${timestamp(renewedAt)} because the pool’s data had changed.`;
}

const TITLE = '🔁 What changed since the earlier request';
/** Further differences are on the card of the change before. */
const MOST = 400;
const LEAST = 150;

/** As much as there is room for, in characters, so that no address is left off for it. */
export function renewalFields({ before, now }: Renewal, room: number): APIEmbedField[] {
  const limit = Math.min(MOST, room - TITLE.length);
  return limit < LEAST ? [] : differenceFields(before, now, { title: TITLE, limit });
}
