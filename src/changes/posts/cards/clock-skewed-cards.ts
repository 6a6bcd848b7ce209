import { toResult } from '../../../domain/errors/result.js';
import { cardKey, type CardPlaces } from './card-places.js';
import type { SharedParts } from '../../shared-parts.js';

interface ClockSkewedParts extends SharedParts {
  readonly places: CardPlaces;
  readonly redraw: (guildId: string, changeId: string) => Promise<void>;
}

/**
 * Cards that this process drew while its clock said that their time is over: a clock that was ahead
 * and was set right leaves them saying so, and no entry is written then.
 */
export function createClockSkewedCards({ trail, places, expiry, redraw }: ClockSkewedParts) {
  const drawn = new Map<string, { guildId: string; changeId: string }>();

  async function lookAt(key: string, guildId: string, changeId: string): Promise<void> {
    const change = await trail.changeOf(guildId, changeId);
    if (change?.state !== 'pending') return void drawn.delete(key);
    if (expiry.whyExpired(change) !== null) return;
    // It may be drawn, and not yet be noted where it stands.
    if ((await places.of(guildId, changeId)) === undefined) return;
    drawn.delete(key);
    await redraw(guildId, changeId);
  }

  return {
    note: (guildId: string, changeId: string): void =>
      void drawn.set(cardKey(guildId, changeId), { guildId, changeId }),
    /** Draws those again that can be confirmed after all. Never throws. */
    async drawConfirmable(): Promise<void> {
      // What can't be read now is looked at again in the next pass.
      for (const [key, { guildId, changeId }] of drawn)
        await toResult(lookAt(key, guildId, changeId));
    },
  };
}
