import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { settingsReply } from '../../src/views/setup/settings-card.js';

export const setupShow = defineCommand({
  name: 'show',
  description: 'Show the connected key (last four characters), defaults, roles and rules',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  async run(_options, { alerts, guilds, guildId, member, settings, changes }) {
    // `/setup check` reports a broken trail.
    const [frozen, loosening, behind] = await Promise.all([
      toResult(changes.frozen(guildId)),
      toResult(changes.loosenings.waiting(guildId)),
      toResult(changes.behind(guildId)),
    ]);
    return settingsReply(settings, await guilds.keyInfo(guildId), {
      frozen: frozen.ok ? frozen.value : null,
      behind: behind.ok ? behind.value : null,
      loosening: loosening.ok ? loosening.value : null,
      viewerId: member.userId,
      defaultWaitMs: changes.defaultWaitMs,
      alerts: await alerts.rules(guildId),
    });
  },
});
