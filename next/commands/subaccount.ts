import { z } from 'zod';
import { escape } from '../src/cards/kit/text.js';
import { subaccountsCard } from '../src/cards/subaccounts.js';
import { cardReply } from '../src/discord/reply.js';
import { defineCommand, type CommandFile } from './context.js';
import { listPage } from './shared/list-page.js';
import { siteOption, suggestSites } from './shared/options.js';
import { definePaged } from './shared/paged.js';

const subaccountPages = definePaged({
  kind: 'subaccounts',
  kept: z.object({ id: z.string(), name: z.string() }).nullable(),
  list: (site, { pool }) => pool.subaccounts(site?.id),
  show: async (page, site) => {
    const scope = site === null ? '' : ` · ${escape(site.name, 40)}`;
    return cardReply(subaccountsCard({ ...listPage(page), scope }));
  },
  fileName: () => 'subaccounts',
});

const list = defineCommand({
  name: 'subaccount list',
  description: 'Subaccounts and their sites',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ site: siteOption }),
  autocomplete: { site: suggestSites },
  examples: ['', 'site:North Ridge'],
  async run({ site }, context) {
    const { pool, settings } = context;
    const found = site === undefined ? settings.site : await pool.siteNamed(site);
    return subaccountPages.open(found, context);
  },
});

export const subaccount: CommandFile = { commands: [list], actions: subaccountPages.actions };
