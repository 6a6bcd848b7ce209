import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  addedAndRemovedWords,
  badWaitWords,
  everyoneRoleWords,
  pingEveryoneWords,
} from '../../src/views/setup/setting-refusals.js';
import { settingsReply } from '../../src/views/setup/settings-card.js';
import {
  guildSettings,
  MAX_WAIT,
  MIN_WAIT,
  type GuildSettings,
} from '../../src/domain/guild/guild-settings.js';
import { readWaitingTime } from '../../src/domain/time/duration-text.js';
import { roleOption } from '../shared/options.js';

const rule = (what: string) => z.enum(['self', 'second']).optional().describe(what);

const wait = (what: string) => z.string().trim().max(40).optional().describe(what);

const DEFAULT = 'default';
const { waits: DEFAULTS } = guildSettings.parse({});

/** Minutes; null = back to the default. */
function readWait(typed: string | undefined): number | null | undefined {
  if (typed === undefined) return undefined;
  if (typed.toLowerCase() === DEFAULT) return null;
  const minutes = readWaitingTime(typed);
  if (minutes === null || minutes < MIN_WAIT || minutes > MAX_WAIT)
    throw new UserError(badWaitWords(typed, minutes));
  return minutes;
}

export const setupRoles = defineCommand({
  name: 'roles',
  description: 'Set who may read, request changes and confirm them',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes:
    'the server’s roles and rules; while any rule needs a second person, what weakens one waits for another admin or 24 hours',
  options: z.object({
    viewer: roleOption('Add a role that may read'),
    manager: roleOption('Add a role that may request and confirm changes'),
    approver: roleOption('Add a role that may confirm changes'),
    remove: roleOption('Remove a role from all three, and stop pinging it'),
    ping: roleOption('Role to ping when a change waits for a second person'),
    payments: rule(
      'Payment changes: self = the requester can confirm too, second = never the requester',
    ),
    others: rule(
      'Other changes: self = the requester can confirm too, second = never the requester',
    ),
    checksum: z
      .enum(['warn', 'refuse'])
      .optional()
      .describe('New payout address with a wrong checksum: refuse it, or only warn'),
    expiry: wait('How long other changes wait to be confirmed: 15m to 3d, or default'),
    'payments-expiry': wait('How long payment changes wait: 15m to 3d (default: 1d)'),
  }),
  examples: [
    'manager:@Treasury payments:second',
    'ping:@Approvers',
    'expiry:2h payments-expiry:2d',
    'remove:@Interns',
  ],
  async run(options, { changes, guilds, guildId, member }) {
    const { viewer, manager, approver, remove, ping, payments, others, checksum } = options;
    const waits = {
      payments: readWait(options['payments-expiry']),
      others: readWait(options.expiry),
    };
    // @everyone has the guild's id and is in no member's list of roles.
    if ([viewer, manager, approver].includes(guildId)) throw new UserError(everyoneRoleWords);
    if (ping === guildId) throw new UserError(pingEveryoneWords);
    if (remove !== undefined && [viewer, manager, approver, ping].includes(remove))
      throw new UserError(addedAndRemovedWords);
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
      waits: {
        payments:
          waits.payments === null ? DEFAULTS.payments : (waits.payments ?? now.waits.payments),
        others: waits.others === null ? DEFAULTS.others : (waits.others ?? now.waits.others),
      },
      pingRoleId: ping ?? (now.pingRoleId === remove ? undefined : now.pingRoleId),
    });
    const rules = { payments, others, badChecksum: checksum };
    const named = (['payments', 'others', 'badChecksum'] as const).filter(
      (each) => rules[each] !== undefined,
    );
    const setter = { guildId, member, by: 'roles' as const, named };
    const { settings, ...saved } = await changes.settings.set(setter, change);
    const changed = Object.values(options).some((value) => value !== undefined);
    const viewerId = member.userId;
    return settingsReply(settings, await guilds.keyInfo(guildId), {
      ...saved,
      changed,
      viewerId,
      defaultWaitMs: changes.defaultWaitMs,
    });
  },
});
