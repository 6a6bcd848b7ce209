import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { extraSeenValues } from '../../../domain/changes/undocumented-fields.js';
import { besidesFields } from '../pool-answer/answer-fields.js';
import { BESIDE_ADDRESSES } from '../payment-settings/payment-extra-fields.js';

/** What the pool's record held beyond its description when the change was seen, or seen to have lapsed. */
export function seenBesideFields(
  change: Pick<Change, 'observed' | 'lapsed' | 'rule'>,
): APIEmbedField[] {
  const { addresses, others } = extraSeenValues(change);
  return besidesFields(others, {
    title: 'Also in the pool’s record when seen',
    first: addresses,
    ...(change.rule === 'payments' && { mostOfField: BESIDE_ADDRESSES }),
  });
}
