import { z } from 'zod';
import { ownRules } from '../src/alerts/rule.js';
import {
  connectedReply,
  DISCONNECTED,
  disconnectQuestion,
  KEPT,
  keyForm,
  LOOSENING_DECIDED,
  savedReply,
  settingsReply,
  welcomeReply,
} from '../src/cards/setup.js';
import { code } from '../src/cards/kit/text.js';
import { HOUR, type Clock } from '../src/clock.js';
import { channel, choice, role, text } from '../src/discord/options.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { minutesTyped } from '../src/durations.js';
import { optionError, UserError } from '../src/errors.js';
import { inGuild, post } from '../src/guilds/in-guild.js';
import {
  MAX_WAIT,
  MIN_WAIT,
  POOL_CURRENCIES,
  USUAL_WAITS,
  type GuildSettings,
} from '../src/guilds/settings.js';
import type { Store } from '../src/store/store.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { mayMention, mayPost } from './shared/may-post.js';
import { scopeTyped, suggestScope } from './shared/options.js';
import { suggestTimeZones, timeZoneNamed } from './shared/time-zones.js';
import { check } from './setup-check.js';

const key = defineCommand({
  name: 'setup key',
  description: 'Connect this server to a pool workspace with its API key',
  access: 'admin',
  audience: 'private',
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
    expiry: text('How long other changes wait to be confirmed: 15m to 3d, or default', {
      max: 40,
    }).optional(),
    'payments-expiry': text('How long payment changes wait: 15m to 3d (default: 1d)', {
      max: 40,
    }).optional(),
  }),
  examples: [
    'manager:@Treasury payments:second',
    'ping:@Approvers',
    'expiry:2h payments-expiry:2d',
    'remove:@Interns',
  ],
  writes: true,
  async run(typed, context) {
    const { guildId } = context;
    for (const name of ['viewer', 'manager', 'approver', 'ping'] as const) {
      // @everyone has the server's id, and no member's list of roles contains it.
      if (typed[name] === guildId) throw optionError(name, 'choose a role other than everyone.');
    }
    if (typed.ping !== undefined) await mayMention(typed.ping, context);
    const payments = waitTyped('payments-expiry', typed['payments-expiry'], USUAL_WAITS.payments);
    const others = waitTyped('expiry', typed.expiry, USUAL_WAITS.others);
    const held = (ids: readonly string[], added: string | undefined) => {
      const all = added === undefined ? ids : [...ids, added];
      return [...new Set(all)].filter((id) => id !== typed.remove);
    };
    const ping = (before: string | null) => typed.ping ?? (before === typed.remove ? null : before);
    return save(context, (settings) => ({
      ...settings,
      roles: {
        viewer: held(settings.roles.viewer, typed.viewer),
        manager: held(settings.roles.manager, typed.manager),
        approver: held(settings.roles.approver, typed.approver),
      },
      pingRole: ping(settings.pingRole),
      approval: {
        payments: typed.payments ?? settings.approval.payments,
        others: typed.others ?? settings.approval.others,
      },
      waits: {
        payments: payments ?? settings.waits.payments,
        others: others ?? settings.waits.others,
      },
    }));
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
    timezone: text('Time zone, such as America/Chicago', { max: 60 }).optional(),
    audit: channel('Channel that gets every step of changes and setup').optional(),
    clear: choice('Clear the default subaccounts or site, or the audit channel', [
      'subaccounts',
      'site',
      'audit',
    ]).optional(),
  }),
  autocomplete: { ...suggestScope, timezone: async (typed) => suggestTimeZones(typed) },
  examples: [
    'currency:BTC timezone:America/Chicago',
    'site:North Ridge',
    'audit:#audit',
    'clear:site',
  ],
  writes: true,
  async run(typed, context) {
    const { currency, timezone, audit, clear } = typed;
    const timeZone = timezone === undefined ? undefined : timeZoneNamed(timezone);
    const scope = await scopeTyped(typed, context);
    if (audit !== undefined) await mayPost(audit, context);
    return save(context, (settings) => {
      const changed: GuildSettings = {
        ...settings,
        ...scope,
        currency: currency ?? settings.currency,
        timeZone: timeZone ?? settings.timeZone,
        auditChannel: audit ?? settings.auditChannel,
      };
      if (clear === 'site') return { ...changed, site: null };
      if (clear === 'subaccounts') return { ...changed, subaccounts: [] };
      return clear === 'audit' ? { ...changed, auditChannel: null } : changed;
    });
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
    if (answer === 'keep') return cardReply(KEPT);
    await guilds.disconnect(guildId, member);
    return cardReply(DISCONNECTED);
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
    return cardReply(LOOSENING_DECIDED[decision]);
  },
});

export const setup: CommandFile = {
  commands: [key, roles, defaults, show, check, disconnect],
  actions: [openKeyForm, keyTyped, looseningDecided, answered],
};

async function save(
  { guilds, guildId, member }: Context,
  change: (settings: GuildSettings) => GuildSettings,
): Promise<Reply> {
  const saved = savedReply(await guilds.configure(guildId, member, change));
  if (saved) return saved;
  throw new UserError('Nothing to change', 'The settings are like that already.');
}

/** Minutes. @throws UserError */
function waitTyped(option: string, typed: string | undefined, usual: number): number | undefined {
  if (typed === undefined) return undefined;
  if (typed.toLowerCase() === 'default') return usual;
  const minutes = minutesTyped(typed);
  if (minutes !== null && minutes >= MIN_WAIT && minutes <= MAX_WAIT) return minutes;
  const sentence = `${code(typed, 40)} isn’t a time from 15 min to 3 days. Use 30m, 2h, 1d or default.`;
  throw optionError(option, sentence);
}

/** Posts the welcome in a server that just added the bot. */
export function welcome(
  parts: { readonly store: Store; readonly clock: Clock },
  guildId: string,
  channel: string,
): Promise<void> {
  return inGuild(parts, guildId, (guild) =>
    post(guild, { key: `welcome:${guildId}`, channel, reply: welcomeReply(), lasts: HOUR }),
  );
}
