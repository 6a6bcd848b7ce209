import { z } from 'zod';
import { defineAction, defineCommand } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import {
  disconnectedReply,
  disconnectQuestion,
  nothingDeletedReply,
} from '../../src/views/setup/disconnect.js';
import { notConnectedWords } from '../../src/views/setup/connect-key.js';
import { UserError } from '../../src/domain/errors/user-errors.js';

export const setupDisconnect = defineCommand({
  name: 'disconnect',
  description: 'Delete this server’s API key and settings',
  access: 'admin',
  audience: 'private',
  changes:
    'after a question: the server’s API key, settings, daily posts and alerts are deleted; while any rule needs a second person, those rules and the audit channel stay',
  options: z.object({}),
  examples: [''],
  async run(_options, { guilds, guildId }) {
    const key = await guilds.keyInfo(guildId);
    if (key === null) throw new UserError(notConnectedWords);
    return disconnectQuestion(
      key,
      encodeCustomId(disconnectAnswered.kind, 'delete'),
      encodeCustomId(disconnectAnswered.kind, 'keep'),
    );
  },
});

export const disconnectAnswered = defineAction({
  kind: 'setup-disconnect',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.enum(['delete', 'keep'])]),
  async run(
    { args: [answer] },
    { alerts, changes, daily, exports, follow, guilds, guildId, member },
  ) {
    if (answer === 'keep') return nothingDeletedReply();
    const hadKey = await changes.settings.disconnect(guildId, member);
    await exports.cancelAll(guildId, member.userId);
    await daily.forget(guildId);
    await alerts.close(guildId);
    await alerts.forget(guildId);
    await follow.forget(guildId);
    return disconnectedReply(hadKey, await guilds.settings(guildId));
  },
});
