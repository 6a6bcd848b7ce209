import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import type { AlertRule } from '../../src/domain/alerts/rule.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  nothingToEditWords,
  unknownRuleWords,
} from '../../src/views/alerts/replies/rule-sentences.js';
import { ruleSavedReply } from '../../src/views/alerts/replies/rules-replies.js';
import { changeAlertRules } from '../shared/change-alert-rules.js';
import { requireConnected } from '../shared/require-connected.js';
import { ownRuleOfId, autocompleteOwnRules } from './find-rule.js';
import { ruleOptions, ruleWith, autocompleteOfRule, wholeWorkspace } from './rule-options.js';

const CLEARED = ['role', 'second-role', 'margin', 'scope', 'channel'] as const;

export const alertsEdit = defineCommand({
  name: 'edit',
  description: 'Change a rule; what you leave out stays',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes:
    'a rule of the server; where it then watches something else, its alert that fires is closed',
  options: z.object({
    rule: z.string().max(100).describe('Which one'),
    ...ruleOptions,
    clear: z
      .enum(CLEARED)
      .optional()
      .describe('Take out: a role, the margin, the site or subaccounts, its own channel'),
  }),
  autocomplete: { ...autocompleteOfRule, rule: autocompleteOwnRules },
  examples: [
    'rule:x3k2p threshold:75%',
    'rule:x3k2p role:@On call remind:30 min',
    'rule:x3k2p clear:role',
  ],
  async run({ rule: id, clear, ...typed }, context) {
    const { alerts, guildId, member } = context;
    const before = await ownRuleOfId(id, context);
    if (clear === undefined && Object.values(typed).every((each) => each === undefined))
      throw new UserError(nothingToEditWords);
    // Resolving a site needs the pool.
    if (typed.site !== undefined || typed.subaccounts !== undefined)
      await requireConnected(context);
    const next = {
      ...(await ruleWith(cleared(before, clear), typed, context)),
      setBy: member.userId,
    };
    const saved = await changeAlertRules(context, (now) => {
      // Somebody may have removed the rule meanwhile.
      if (!now.rules.some((each) => each.id === next.id))
        throw new UserError(unknownRuleWords(id, now.rules));
      return { ...now, rules: now.rules.map((each) => (each.id === next.id ? next : each)) };
    });
    const everyMs = await alerts.checkedEvery(guildId, next);
    return ruleSavedReply(next, saved, { isNew: false, everyMs });
  },
});

function cleared(rule: AlertRule, what: (typeof CLEARED)[number] | undefined): AlertRule {
  if (what === 'scope') return wholeWorkspace(rule);
  const { roleId, secondRoleId, margin, channelId, ...rest } = rule;
  return {
    ...rest,
    ...(roleId === undefined || what === 'role' ? {} : { roleId }),
    ...(secondRoleId === undefined || what === 'second-role' ? {} : { secondRoleId }),
    ...(margin === undefined || what === 'margin' ? {} : { margin }),
    ...(channelId === undefined || what === 'channel' ? {} : { channelId }),
  };
}
