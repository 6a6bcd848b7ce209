import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/errors.js';
import {
  addedAndRemovedSentence,
  everyoneRoleSentence,
  settingsReply,
} from '../../src/views/setup/setup.js';
import type { GuildSettings } from '../../src/domain/guild/guild-settings.js';

const role = (what: string) => z.string().meta({ discord: 'role' }).optional().describe(what);
const rule = (what: string) => z.enum(['self', 'second']).optional().describe(what);

export const setupRoles = defineCommand({
  name: 'roles',
  description: 'Who may read, ask for changes and confirm them',
  access: 'admin',
  audience: 'private',
  writes: true,
  options: z.object({
    viewer: role('Add a role that may read'),
    manager: role('Add a role that may ask for changes'),
    approver: role('Add a role that may confirm changes'),
    remove: role('Take a role out of all three'),
    payments: rule('Payment changes: confirmed by oneself too, or always by a second person'),
    others: rule('Other changes: confirmed by oneself too, or always by a second person'),
    checksum: z
      .enum(['warn', 'refuse'])
      .optional()
      .describe('A new payout address whose checksum is wrong: refused, or only warned of'),
  }),
  examples: ['manager:@Treasury payments:second', 'remove:@Interns'],
  async run(options, { changes, guilds, guildId, member }) {
    const { viewer, manager, approver, remove, payments, others, checksum } = options;
    // @everyone has the guild's id and is in no member's list of roles.
    if ([viewer, manager, approver].includes(guildId)) throw new UserError(everyoneRoleSentence);
    if (remove !== undefined && [viewer, manager, approver].includes(remove))
      throw new UserError(addedAndRemovedSentence);
    const listed = (now: readonly string[], added: string | undefined) =>
      [...new Set([...now, ...(added === undefined ? [] : [added])])].filter((id) => id !== remove);
    const change = (now: GuildSettings): GuildSettings => ({
      ...now,
      roles: {
        viewer: listed(now.roles.viewer, viewer),
        manager: listed(now.roles.manager, manager),
        approver: listed(now.roles.approver, approver),
      },
      approval: {
        payments: payments ?? now.approval.payments,
        others: others ?? now.approval.others,
      },
      badChecksum: checksum ?? now.badChecksum,
    });
    const setter = { guildId, member, by: 'roles' as const };
    const { settings, loosening } = await changes.settings.set(setter, change);
    const changed = Object.values(options).some((value) => value !== undefined);
    const viewerId = member.userId;
    return settingsReply(settings, await guilds.keyInfo(guildId), { changed, loosening, viewerId });
  },
});
