import { z } from 'zod';
import { defineAction, type Context } from '../../../src/command.js';
import type { Condition } from '../../../src/domain/alerts/conditions.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import {
  rulesExistWords,
  SUGGESTED_ALERTS,
  suggestedSavedReply,
} from '../../../src/views/alerts/replies/rules-replies.js';
import { requirePostable } from '../../shared/channel-access.js';
import { newRule } from '../new-rule.js';
import { changeAlertRules } from '../../shared/change-alert-rules.js';
import { requireConnected } from '../../shared/require-connected.js';
import { usualCount } from './usual-counts.js';

/** Usual thresholds; those for miners are well above the present counts. */
const SUGGESTED: readonly Condition[] = [
  'hashrate',
  'offline-miners',
  'failing-miners',
  'temperature',
  'revenue',
];

/**
 * Button in the replies to `/setup key` and `/alerts rules`: adds a set of rules that post in the
 * channel of the click.
 */
export const suggestedAdded = defineAction({
  kind: SUGGESTED_ALERTS,
  access: 'admin',
  answers: 'private',
  writes: true,
  args: z.tuple([]),
  async run(_input, context) {
    const { channelId } = context;
    await requireConnected(context);
    if (await hasRules(context)) throw new UserError(rulesExistWords);
    await requirePostable(channelId, context);
    const added = await Promise.all(
      SUGGESTED.map(async (condition) => {
        const made = newRule(condition, channelId, context);
        const value = await usualCount(condition, context.pool);
        return value === undefined
          ? made
          : { ...made, threshold: { unit: 'miners' as const, value } };
      }),
    );
    const saved = await changeAlertRules(context, (now) => {
      if (now.rules.length > 0) throw new UserError(rulesExistWords);
      return { ...now, rules: added };
    });
    return suggestedSavedReply(added, saved);
  },
});

export async function hasRules({ alerts, guildId }: Context): Promise<boolean> {
  return (await alerts.rules(guildId)).rules.length > 0;
}
