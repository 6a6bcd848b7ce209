import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { isTimeZone, TIME_ZONES } from '../../src/domain/time/time-zones.js';
import {
  bothScopesWords,
  setAndClearedWords,
  unknownTimeZoneWords,
} from '../../src/views/setup/setting-refusals.js';
import { settingsReply } from '../../src/views/setup/settings-card.js';
import { findSite } from '../shared/find-site.js';
import { knownNames } from '../shared/scope.js';
import {
  matching,
  autocompleteSites,
  autocompleteSubaccounts,
} from '../shared/autocomplete-names.js';
import { requirePostable } from '../shared/channel-access.js';
import { channelOption } from '../shared/options.js';
import type { GuildSettings } from '../../src/domain/guild/guild-settings.js';

export const setupDefaults = defineCommand({
  name: 'defaults',
  description: 'Set the default currency, scope and time zone, and the audit channel',
  access: 'admin',
  audience: 'private',
  writes: true,
  changes:
    'the server’s defaults and audit channel; while any rule needs a second person, to take away or move that channel waits for another admin or 24 hours',
  options: z.object({
    currency: z.enum(POOL_CURRENCIES).optional().describe('Default currency'),
    subaccounts: z
      .string()
      .max(1000)
      .optional()
      .describe('Default subaccounts, separated by commas'),
    site: z.string().max(100).optional().describe('Default site'),
    timezone: z.string().max(60).optional().describe('Time zone, such as America/Chicago'),
    audit: channelOption(
      'Channel that gets every step of changes and setup, and daily-post trouble',
    ),
    clear: z
      .enum(['subaccounts', 'site', 'audit'])
      .optional()
      .describe('Clear the default subaccounts or site, or the audit channel'),
  }),
  autocomplete: {
    subaccounts: autocompleteSubaccounts,
    site: autocompleteSites,
    timezone: async (typed) =>
      matching(TIME_ZONES, typed).map((zone) => ({ name: zone, value: zone })),
  },
  examples: [
    'currency:BTC timezone:America/Chicago',
    'site:North Ridge',
    'audit:#audit',
    'clear:site',
  ],
  async run(options, context) {
    if (options.subaccounts !== undefined && options.site !== undefined)
      throw new UserError(bothScopesWords);
    if (options.clear !== undefined && options[options.clear] !== undefined)
      throw new UserError(setAndClearedWords(options.clear));
    if (options.timezone !== undefined && !isTimeZone(options.timezone)) {
      throw new UserError(unknownTimeZoneWords(options.timezone));
    }
    const { guildId, member } = context;
    const membership = await context.changes.settings.membership(guildId);
    // Asking for the channel that is set may withdraw a move away from it.
    const isMoved = options.audit !== context.settings.auditChannelId;
    if (options.audit !== undefined && isMoved) await requirePostable(options.audit, context);
    const site = options.site === undefined ? undefined : await findSite(options.site, context);
    const subaccounts =
      options.subaccounts === undefined
        ? undefined
        : await knownNames(options.subaccounts, context);
    const changes: Partial<GuildSettings> = {
      ...(options.currency === undefined ? {} : { currency: options.currency }),
      ...(options.timezone === undefined ? {} : { timeZone: options.timezone }),
      // The pool takes one filter at a time, so a new one replaces the other.
      ...(subaccounts === undefined ? {} : { subaccounts, ...NO_SITE }),
      ...(site === undefined ? {} : { siteId: site.id, siteName: site.name, subaccounts: [] }),
      ...(options.clear === 'subaccounts' ? { subaccounts: [] } : {}),
      ...(options.clear === 'site' ? NO_SITE : {}),
      ...(options.audit === undefined ? {} : { auditChannelId: options.audit }),
      ...(options.clear === 'audit' ? { auditChannelId: undefined } : {}),
    };
    const named = options.audit === undefined ? [] : ['audit' as const];
    const setter = { guildId, member, by: 'defaults' as const, named, membership };
    const change = (now: GuildSettings) => ({ ...now, ...changes });
    const { settings, ...saved } = await context.changes.settings.set(setter, change);
    return settingsReply(settings, await context.guilds.keyInfo(guildId), {
      ...saved,
      changed: Object.keys(changes).length > 0,
      viewerId: member.userId,
      defaultWaitMs: context.changes.defaultWaitMs,
    });
  },
});

const NO_SITE = { siteId: undefined, siteName: undefined };
