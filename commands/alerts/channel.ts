import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { changeAlertRules } from '../shared/change-alert-rules.js';
import { channelSetReply } from '../../src/views/alerts/replies/rules-replies.js';
import { requirePostable } from '../shared/channel-access.js';
import { channelOption, roleOption } from '../shared/options.js';
import { requireHeard } from './rule-options.js';

export const alertsChannel = defineCommand({
  name: 'channel',
  description: 'Where alerts go whose rule has no channel of its own',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes: 'where the server’s alerts are told',
  options: z.object({
    channel: channelOption('Channel (default: this one)'),
    role: roleOption('Mentioned for changes made elsewhere and a pool that can’t be read'),
  }),
  examples: ['', 'channel:#alerts role:@On call'],
  async run({ channel, role: roleId }, context) {
    const channelId = channel ?? context.channelId;
    await requirePostable(channelId, context);
    if (roleId !== undefined) await requireHeard(roleId, channelId, context);
    const saved = await changeAlertRules(context, ({ rules }) => ({
      rules,
      channelId,
      ...(roleId === undefined ? {} : { roleId }),
    }));
    return channelSetReply(saved);
  },
});
