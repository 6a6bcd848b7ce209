import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { CONDITIONS } from '../../src/domain/alerts/conditions.js';
import { watchSame } from '../../src/domain/alerts/rule-changes.js';
import { isBuiltIn, rulesInForce } from '../../src/domain/alerts/rule.js';
import { ruleSavedReply } from '../../src/views/alerts/replies/rules-replies.js';
import { newRule, requireRoomForRules } from './new-rule.js';
import { changeAlertRules } from '../shared/change-alert-rules.js';
import { requireConnected } from '../shared/require-connected.js';
import { ruleOptions, ruleWith, autocompleteOfRule } from './rule-options.js';

export const alertsAdd = defineCommand({
  name: 'add',
  description: 'Be told when something is wrong: a rule that watches the pool every minute',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'a rule of the server',
  options: z.object({
    condition: z.enum(CONDITIONS).describe('What to watch'),
    ...ruleOptions,
  }),
  autocomplete: autocompleteOfRule,
  examples: [
    'condition:hashrate threshold:80% for:10 min role:@On call',
    'condition:offline-miners threshold:12 site:North Ridge channel:#pool-ops',
    'condition:margin threshold:0.5 BTC severity:critical',
  ],
  async run({ condition, ...typed }, context) {
    const { alerts, guildId, channelId } = context;
    await requireConnected(context);
    const present = await alerts.rules(guildId);
    requireRoomForRules(present);
    // If the server has a channel for alerts, the rule follows wherever that is moved.
    const channel = typed.channel ?? (present.channelId === undefined ? channelId : undefined);
    const rule = await ruleWith(
      newRule(condition, undefined, context),
      { ...typed, channel },
      context,
    );
    const replaces = rulesInForce(present).some(
      (each) => isBuiltIn(each) && each.condition === condition,
    );
    const twin = rulesInForce(present).find((each) => !isBuiltIn(each) && watchSame(each, rule));
    const saved = await changeAlertRules(context, (now) => {
      requireRoomForRules(now);
      return { ...now, rules: [...now.rules, rule] };
    });
    const everyMs = await alerts.checkedEvery(guildId, rule);
    return ruleSavedReply(rule, saved, { isNew: true, replaces, everyMs, twin });
  },
});
