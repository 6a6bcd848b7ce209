import { z } from 'zod';
import { defineCommand, type CommandGroup, type Context } from '../../src/command.js';
import { allPages } from '../../src/pool-api/lists/all-pages.js';
import { FILE_BOUND } from '../../src/pool-api/lists/walk-bounds.js';
import { openList } from '../../src/pool-api/lists/walk-pages.js';
import { subaccountColumns } from '../../src/views/files/csv-columns/pool.js';
import { listReply } from '../../src/views/files/file-reply.js';
import { subaccountsReply } from '../../src/views/pool/subaccounts.js';
import { siteFor } from '../shared/scope.js';
import { siteOption } from '../shared/options.js';
import { autocompleteSites } from '../shared/autocomplete-names.js';
import { definePaged } from '../shared/paged.js';
import { create } from './create.js';
import { move } from './move.js';

/** More than elsewhere, because look-alike names are only compared within a page. */
const PAGE_SIZE = 15;

export const subaccountPages = definePaged({
  kind: 'subaccounts',
  kept: z.object({ siteId: z.string().optional(), siteName: z.string().optional() }),
  async show({ siteId, siteName }, turn, { pool }: Context) {
    const page = { number: turn.number, size: PAGE_SIZE };
    const shown = turn.shownOf(await pool.listSubaccounts(siteId, page), PAGE_SIZE);
    return subaccountsReply({ ...shown, siteName });
  },
  async csv({ siteId }, { pool, attachmentLimit }) {
    const listed = allPages((page) => pool.listSubaccounts(siteId, page), { bound: FILE_BOUND });
    return listReply('subaccounts', subaccountColumns, {
      ...(await openList(listed)),
      attachmentLimit,
    });
  },
});

const list = defineCommand({
  name: 'list',
  description: 'Subaccounts and their sites',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ site: siteOption }),
  autocomplete: { site: autocompleteSites },
  examples: ['', 'site:North Ridge'],
  run: async (options, context) =>
    subaccountPages.open(await siteFor(options.site, context), context),
});

export const subaccount: CommandGroup = {
  name: 'subaccount',
  description: 'The workspace’s subaccounts',
  subcommands: [list, move, create],
  actions: subaccountPages.actions,
};
