import { z } from 'zod';
import { ownRules } from '../src/alerts/rule.js';
import {
  connectedReply,
  DECIDED,
  disconnectQuestion,
  keyForm,
  savedReply,
  settingsReply,
} from '../src/cards/setup.js';
import { cardReply } from '../src/discord/reply.js';
import { minutesIn } from '../src/durations.js';
import { optionError } from '../src/errors.js';
import { MAX_WAIT, MIN_WAIT, POOL_CURRENCIES } from '../src/guilds/settings.js';
import { defineAction, defineCommand, type CommandFile } from './define.js';
import {
  channel,
  choice,
  mayMention,
  mayPost,
  role,
  scopeTyped,
  suggestScope,
  suggestTimeZones,
  text,
  timeZoneOption,
  withTyped,
} from './shared/options.js';
import { check } from './setup-check.js';

const key = defineCommand({
  name: 'setup key',
  description: 'Connect this server to a pool workspace with its API key',
  access: 'admin',
  audience: 'form',
  run: async () => keyForm(),
});

/** The button of the welcome. */
const openKeyForm = defineAction({
  kind: 'setup-key',
  access: 'admin',
  answers: 'form',
  run: async () => keyForm(),
});

const keyTyped = defineAction({
  kind: 'setup-key-typed',
  access: 'admin',
  writes: true,
  async run({ fields }, { guilds, guildId, member }) {
    return connectedReply(await guilds.connect(guildId, member, fields['key'] ?? ''));
  },
});

const approval = (whose: string) =>
  choice(`${whose} changes: self = the requester can confirm too, second = never the requester`, [
    'self',
    'second',
  ]).optional();

const wait = (option: string, description: string) =>
  text(description, { max: 40 })
    // A bare number could mean hours as well.
    .regex(/[a-z]/i, 'needs a unit, such as 30 min, 2h or 1d')
    .transform((typed) => minutesIn(option, typed, { least: MIN_WAIT, most: MAX_WAIT }))
    .optional();

const roles = defineCommand({
  name: 'setup roles',
  description: 'Set who may read, request changes and confirm them',
  access: 'admin',
  audience: 'private',
  options: z.object({
    viewer: role('Add a role that may read').optional(),
    manager: role('Add a role that may request and confirm changes').optional(),
    approver: role('Add a role that may confirm changes').optional(),
    remove: role('Remove a role from all three, and stop pinging it').optional(),
    ping: role('Role to ping when a change waits for a second person').optional(),
    payments: approval('Payment'),
    others: approval('Other'),
    expiry: wait('expiry', 'How long other changes wait to be confirmed: 15m to 3d (default: 15m)'),
    'payments-expiry': wait(
      'payments-expiry',
      'How long payment changes wait: 15m to 3d (default: 1d)',
    ),
  }),
  examples: [
    'manager:@Treasury payments:second',
    'ping:@Approvers',
    'expiry:2h payments-expiry:2d',
    'remove:@Interns',
  ],
  writes: true,
  async run({ payments, others, ...typed }, context) {
    const { guilds, guildId, member } = context;
    // @everyone has the server's id, and no member's list of roles contains it.
    for (const name of ['viewer', 'manager', 'approver', 'ping'] as const)
      if (typed[name] === guildId) throw optionError(name, 'choose a role other than everyone.');
    if (typed.ping !== undefined) await mayMention(typed.ping, context);
    const withAdded = (ids: readonly string[], added: string | undefined) => {
      const all = added === undefined ? ids : [...ids, added];
      return [...new Set(all)].filter((id) => id !== typed.remove);
    };
    const saved = await guilds.configure(guildId, member, ({ pingRole, ...settings }) => ({
      ...settings,
      roles: {
        viewer: withAdded(settings.roles.viewer, typed.viewer),
        manager: withAdded(settings.roles.manager, typed.manager),
        approver: withAdded(settings.roles.approver, typed.approver),
      },
      pingRole: typed.ping ?? (pingRole === typed.remove ? null : pingRole),
      approval: withTyped(settings.approval, { payments, others }),
      waits: withTyped(settings.waits, {
        payments: typed['payments-expiry'],
        others: typed.expiry,
      }),
    }));
    return savedReply(saved);
  },
});

const defaults = defineCommand({
  name: 'setup defaults',
  description: 'Set the default currency, scope and time zone, and the audit channel',
  access: 'admin',
  audience: 'private',
  options: z.object({
    currency: choice('Default currency', POOL_CURRENCIES).optional(),
    subaccounts: text('Default subaccounts, separated by commas', { max: 1000 }).optional(),
    site: text('Default site').optional(),
    timezone: timeZoneOption('Time zone, such as America/Chicago'),
    audit: channel('Channel that gets every step of changes and setup').optional(),
    clear: choice('Clear the default subaccounts or site, or the audit channel', [
      'subaccounts',
      'site',
      'audit',
    ]).optional(),
  }),
  autocomplete: { ...suggestScope, timezone: suggestTimeZones },
  examples: [
    'currency:BTC timezone:America/Chicago',
    'site:North Ridge',
    'audit:#audit',
    'clear:site',
  ],
  writes: true,
  async run(typed, context) {
    const { guilds, guildId, member } = context;
    const { currency, timezone: timeZone, audit: auditChannel, clear } = typed;
    const scope = await scopeTyped(typed, context);
    if (auditChannel !== undefined) await mayPost(auditChannel, context);
    const saved = await guilds.configure(guildId, member, (settings) => ({
      ...withTyped(settings, { ...scope, currency, timeZone, auditChannel }),
      ...(clear === 'site' && { site: null }),
      ...(clear === 'subaccounts' && { subaccounts: [] }),
      ...(clear === 'audit' && { auditChannel: null }),
    }));
    return savedReply(saved);
  },
});

const show = defineCommand({
  name: 'setup show',
  description: 'Show the connected key (last four characters), defaults, roles and rules',
  access: 'admin',
  audience: 'private',
  async run(_, { guilds, alerts, guildId, member }) {
    const [guild, { rules }] = await Promise.all([guilds.find(guildId), alerts.all(guildId)]);
    return settingsReply(guild, member.id, ownRules(rules).length);
  },
});

const disconnect = defineCommand({
  name: 'setup disconnect',
  description: 'Delete this server’s API key and settings',
  access: 'admin',
  audience: 'private',
  run: async (_, { guilds, guildId }) => disconnectQuestion(await guilds.find(guildId)),
});

const answered = defineAction({
  kind: 'setup-disconnect',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.enum(['delete', 'keep'])]),
  async run({ args: [answer] }, { guilds, guildId, member }) {
    if (answer === 'delete') await guilds.disconnect(guildId, member);
    return cardReply(DECIDED[answer]);
  },
});

/** The buttons of a weaker rule that waits. */
const looseningDecided = defineAction({
  kind: 'loosening',
  access: 'admin',
  writes: true,
  args: z.tuple([z.enum(['confirm', 'withdraw']), z.coerce.number()]),
  async run({ args: [decision, at] }, { guilds, guildId, member }) {
    await guilds.decideLoosening(guildId, member, { at, decision });
    return cardReply(DECIDED[decision]);
  },
});

export const setup: CommandFile = {
  commands: [key, roles, defaults, show, check, disconnect],
  actions: [openKeyForm, keyTyped, looseningDecided, answered],
};
