import { z } from 'zod';
import { defineAction, defineCommand } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import {
  disconnectedReply,
  disconnectQuestion,
  nothingDeletedReply,
} from '../../src/views/setup/disconnect.js';
import { notConnectedWords } from '../../src/views/setup/connect-key.js';
import { ifDamaged } from '../../src/domain/errors/store-errors.js';
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
  async run(_options, { alerts, changes, daily, guilds, guildId }) {
    const key = await guilds.keyInfo(guildId);
    // An earlier try may have deleted only some. What is damaged is there, and can be deleted.
    const isAllGone = async () =>
      (await changes.settings.areDisconnected(guildId)) &&
      (await daily.of(guildId)).length === 0 &&
      !(await alerts.has(guildId));
    if (key === null && (await ifDamaged(isAllGone(), () => false)))
      throw new UserError(notConnectedWords);
    return disconnectQuestion(
      key,
      encodeCustomId(disconnectAnswered.kind, 'delete', String(key?.connectedAt ?? 0)),
      encodeCustomId(disconnectAnswered.kind, 'keep'),
    );
  },
});

export const disconnectAnswered = defineAction({
  kind: 'setup-disconnect',
  access: 'admin',
  answers: 'update',
  writes: true,
  // The key is told by the time it was connected; buttons of earlier versions don't tell it.
  args: z.union([
    z.tuple([z.literal('keep')]),
    z.tuple([
      z.literal('delete'),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ]),
  ]),
  async run(
    { args: [answer, connectedAt] },
    { alerts, changes, daily, exports, follow, guilds, guildId, member },
  ) {
    if (answer === 'keep') return nothingDeletedReply();
    const hadKey = await changes.settings.disconnect(guildId, { member, connectedAt });
    await exports.cancelAll(guildId, member.userId);
    await daily.forget(guildId);
    await follow.forget(guildId);
    // Last: it waits for Discord, and meanwhile another key may be connected.
    await alerts.close(guildId);
    return disconnectedReply(hadKey, await guilds.settings(guildId));
  },
});
