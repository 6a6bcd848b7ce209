import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { sampleAlert } from '../../src/domain/alerts/sample-alert.js';
import { testMessage, testPostedReply } from '../../src/views/alerts/replies/alert-replies.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { noChannelWords } from '../../src/views/alerts/replies/receiver-sentences.js';
import { requirePostable } from '../shared/channel-access.js';
import { ruleOfId, autocompleteRules } from './find-rule.js';

export const alertsTest = defineCommand({
  name: 'test',
  description: 'Show what a rule’s message looks like, to you alone or in its channel',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'with `post`: a sample in the channel; else nothing',
  options: z.object({
    rule: z.string().max(100).describe('Which one'),
    post: z.boolean().optional().describe('Post it to its channel, mentioning nobody'),
  }),
  autocomplete: { rule: autocompleteRules },
  examples: ['rule:x3k2p', 'rule:x3k2p post:True'],
  async run({ rule: id, post = false }, context) {
    const { alerts, guildId, clock, settings } = context;
    const rule = await ruleOfId(id, context);
    const message = testMessage(sampleAlert(rule, clock.now()), rule);
    if (!post) return message;
    const { channelId: common } = await alerts.rules(guildId);
    const channelId = rule.channelId ?? common ?? settings.auditChannelId;
    if (channelId === undefined) throw new UserError(noChannelWords);
    await requirePostable(channelId, context);
    await alerts.post(channelId, message);
    return testPostedReply(channelId);
  },
});
