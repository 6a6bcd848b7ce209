import { z } from 'zod';
import { defineAction, defineCommand } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import {
  removeQuestion,
  ruleKeptReply,
  ruleRemovedReply,
} from '../../src/views/alerts/replies/rules-replies.js';
import { changeAlertRules } from '../shared/change-alert-rules.js';
import { ownRuleOfId, autocompleteOwnRules } from './find-rule.js';

export const alertsRemove = defineCommand({
  name: 'remove',
  description: 'Remove a rule; its alert is closed, but changes made elsewhere stay open',
  access: 'admin',
  audience: 'private',
  changes: 'after a question: the rule that is removed',
  options: z.object({ rule: z.string().max(100).describe('Which one') }),
  autocomplete: { rule: autocompleteOwnRules },
  examples: ['rule:x3k2p'],
  async run({ rule: id }, context) {
    const rule = await ownRuleOfId(id, context);
    return removeQuestion(rule, {
      removeId: encodeCustomId(alertsRemoveAnswered.kind, 'remove', rule.id),
      keepId: encodeCustomId(alertsRemoveAnswered.kind, 'keep', rule.id),
    });
  },
});

export const alertsRemoveAnswered = defineAction({
  kind: 'alerts-remove',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.enum(['remove', 'keep']), z.string()]),
  async run({ args: [answer, id] }, context) {
    if (answer === 'keep') return ruleKeptReply();
    const rule = await ownRuleOfId(id, context);
    await changeAlertRules(context, (now) => ({
      ...now,
      rules: now.rules.filter((each) => each.id !== rule.id),
    }));
    return ruleRemovedReply(rule);
  },
});
