import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { ELSEWHERE, rulesInForce } from '../../src/domain/alerts/rule.js';
import { elsewhereRuleReply } from '../../src/views/alerts/rules/silence-replies.js';
import { tellAudit } from '../shared/tell-audit.js';
import { channelSetReply } from '../../src/views/alerts/rules/rules-replies.js';
import { requirePostable } from '../shared/channel-access.js';
import { requireHeard } from './rule-options.js';

export const alertsChannel = defineCommand({
  name: 'channel',
  description: 'Where alerts go whose rule has no channel of its own',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'where the server’s alerts are told',
  options: z.object({
    channel: z
      .string()
      .meta({ discord: 'channel' })
      .optional()
      .describe('Channel (default: this one)'),
    role: z
      .string()
      .meta({ discord: 'role' })
      .optional()
      .describe('Mentioned for changes made elsewhere and a pool that can’t be read'),
  }),
  examples: ['', 'channel:#alerts role:@On call'],
  async run({ channel, role: roleId }, context) {
    const channelId = channel ?? context.channelId;
    await requirePostable(channelId, context);
    if (roleId !== undefined) await requireHeard(roleId, channelId, context);
    const present = await context.alerts.rules(context.guildId);
    const ofElsewhere = rulesInForce({ ...present, channelId, ...(roleId && { roleId }) }).find(
      ({ condition, channelId: own }) => condition === ELSEWHERE && own === channelId,
    );
    if (ofElsewhere !== undefined && channelId !== present.channelId)
      await tellAudit(
        elsewhereRuleReply(ofElsewhere, { channelId }, context.member.userId),
        context,
      );
    const saved = await context.alerts.changeRules(context.guildId, ({ rules }) => ({
      rules,
      channelId,
      ...(roleId === undefined ? {} : { roleId }),
    }));
    return channelSetReply(saved);
  },
});
