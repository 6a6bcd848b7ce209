import { z } from 'zod';
import { subaccountsCard } from '../src/cards/sites-and-subaccounts.js';
import { defineCommand, type CommandFile } from './define.js';
import { siteOption, suggestSites, suggestSubaccounts, text } from './shared/options.js';
import { definePaged } from './shared/paged.js';

const subaccountPages = definePaged({
  kind: 'subaccounts',
  kept: z.object({ id: z.string(), name: z.string() }).nullable(),
  list: (site, { pool }) => pool.subaccounts(site?.id),
  card: subaccountsCard,
});

const list = defineCommand({
  name: 'subaccount list',
  description: 'Subaccounts and their sites',
  options: z.object({ site: siteOption }),
  autocomplete: { site: suggestSites },
  examples: ['', 'site:North Ridge'],
  async run({ site }, context) {
    const { pool, settings } = context;
    const found = site === undefined ? settings.site : await pool.siteNamed(site);
    return subaccountPages.open(found, context);
  },
});

const reasonOption = text('Why (shown on the card and kept in the audit trail)', {
  max: 300,
}).optional();

const move = defineCommand({
  name: 'subaccount move',
  description: 'Request a move of a subaccount to another site',
  access: 'manager',
  audience: 'everyone',
  options: z.object({
    subaccount: text('The subaccount’s name', { max: 200 }),
    site: text('The new site'),
    reason: reasonOption,
  }),
  autocomplete: { subaccount: suggestSubaccounts, site: suggestSites },
  examples: ['subaccount:main site:North Ridge reason:new hall'],
  writes: true,
  async run({ subaccount, site, reason = null }, context) {
    const { pool, changes } = context;
    const [{ name }, to] = await Promise.all([
      pool.subaccountNamed(subaccount),
      pool.siteNamed(site),
    ]);
    const input = { name: String(name), site: to };
    return changes.propose(context, { kind: 'move', input, reason });
  },
});

const create = defineCommand({
  name: 'subaccount create',
  description: 'Request a new subaccount',
  access: 'manager',
  audience: 'everyone',
  options: z.object({
    name: text('The new subaccount’s name', { max: 200 }),
    site: text('Its site'),
    reason: reasonOption,
  }),
  autocomplete: { site: suggestSites },
  examples: ['name:hall-3 site:North Ridge reason:new hall'],
  writes: true,
  async run({ name, site, reason = null }, context) {
    const input = { name, site: await context.pool.siteNamed(site) };
    return context.changes.propose(context, { kind: 'create', input, reason });
  },
});

export const subaccount: CommandFile = {
  commands: [list, move, create],
  actions: subaccountPages.actions,
};
