import { z } from 'zod';
import { checkForm } from '../src/changes/card.js';
import { CHANGE_STATES } from '../src/changes/change.js';
import {
  changeChoices,
  changesCsvReply,
  changesReply,
  detailsReply,
  trailReply,
  type ChangesFilter,
} from '../src/changes/list-and-details.js';
import type { ChangeKey } from '../src/changes/transaction.js';
import type { Answer, Answers, Autocomplete, Click } from '../src/discord/command.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import { choice, text } from './shared/options.js';

async function showList(filter: ChangesFilter, page: number, context: Context): Promise<Reply> {
  const { changes, guilds, guildId, member, clock } = context;
  const [found, row] = await Promise.all([
    changes.list(guildId, {
      ...(filter.state !== 'any' && { state: filter.state }),
      ...(filter.only === 'open' && { isOpen: true }),
      ...(filter.only === 'mine' && { requester: member.id }),
    }),
    guilds.find(guildId),
  ]);
  return changesReply({ changes: found, filter, page, row, now: clock.now() });
}

const list = defineCommand({
  name: 'changes list',
  description: 'Pending and past changes, newest first',
  options: z.object({
    state: choice('Only changes in this state', CHANGE_STATES).optional(),
    only: choice('Only open changes, or only those that you requested', [
      'open',
      'mine',
    ]).optional(),
  }),
  examples: ['', 'only:open', 'state:unknown'],
  run: ({ state, only }, context) =>
    showList({ state: state ?? 'any', only: only ?? 'all' }, 1, context),
});

const turnPage = defineAction({
  kind: 'changes',
  answers: 'update',
  args: z.tuple([
    z.enum(['any', ...CHANGE_STATES]),
    z.enum(['all', 'open', 'mine']),
    z.coerce.number().int(),
  ]),
  run: ({ args: [state, only, page] }, context) => showList({ state, only }, page, context),
});

const suggestChanges: Autocomplete<Context> = async (typed, { changes, guilds, guildId }) => {
  const [found, row] = await Promise.all([changes.list(guildId), guilds.find(guildId)]);
  const wanted = typed.trim().toLowerCase();
  return changeChoices(found, row).filter(({ label }) => label.toLowerCase().includes(wanted));
};

const show = defineCommand({
  name: 'changes show',
  description: 'Show one change and what you can do with it',
  options: z.object({ id: text('Number of the change, such as 14 or #14', { max: 40 }) }),
  autocomplete: { id: suggestChanges },
  examples: ['id:14'],
  async run({ id }, context) {
    const typed = /^#?\s?(\d{1,9})$/.exec(id)?.[1];
    if (typed !== undefined)
      return context.changes.show({ guildId: context.guildId, number: Number(typed) });
    throw new UserError('No such change', '`/changes list` shows all with their numbers.');
  },
});

const showSelected = defineAction({
  kind: 'change-show',
  run: ({ selected: [selected] }, { changes, guildId }) =>
    changes.show({ guildId, number: Number(selected) }),
});

const exported = defineCommand({
  name: 'changes export',
  description: 'Check the audit trail and get it as a file, or all changes as CSV for finance',
  access: 'manager',
  options: z.object({
    format: choice(
      'csv: one row per change, for finance (default: jsonl, one line per audit entry)',
      ['jsonl', 'csv'],
    ).optional(),
  }),
  examples: ['', 'format:csv'],
  async run({ format }, { changes, guilds, guildId }) {
    if (format === 'csv') return changesCsvReply(await changes.list(guildId));
    const [entries, { brokenAt }] = await Promise.all([
      changes.entries(guildId),
      guilds.verifyTrail(guildId),
    ]);
    return trailReply(entries, brokenAt);
  },
});

const reason = text('Kept in the audit trail', { max: 300 });

const freeze = defineCommand({
  name: 'changes freeze',
  description: 'Stop all confirmations until an admin unfreezes',
  access: 'manager',
  audience: 'everyone',
  options: z.object({ reason }),
  examples: ['reason:an account may be stolen'],
  writes: true,
  run: async ({ reason }, context) => cardReply(await context.changes.freeze(context, reason)),
});

const unfreeze = defineCommand({
  name: 'changes unfreeze',
  description: 'Allow confirmations again',
  access: 'admin',
  audience: 'everyone',
  options: z.object({ reason }),
  examples: ['reason:the account is safe again'],
  writes: true,
  run: async ({ reason }, context) => cardReply(await context.changes.unfreeze(context, reason)),
});

/** Permission is checked when the decision is made: approvers read like everybody else. */
function onCard(
  kind: string,
  answers: Answers,
  run: (card: ChangeKey, context: Context, fields: Click['fields']) => Promise<Answer>,
) {
  return defineAction({
    kind,
    access: 'viewer',
    answers,
    writes: answers !== 'private',
    // Its number, and when the change was asked for.
    args: z.tuple([
      z.coerce.number().int(),
      z.string().transform((text) => Number.parseInt(text, 36)),
    ]),
    run: ({ args: [number, askedAt], fields }, context) =>
      run({ guildId: context.guildId, number, askedAt }, context, fields),
  });
}

export const changes: CommandFile = {
  commands: [list, show, exported, freeze, unfreeze],
  actions: [
    turnPage,
    showSelected,
    {
      ...onCard('change-again', 'everyone', (card, context) =>
        context.changes.askAgain(context, card),
      ),
      access: 'manager',
    },
    onCard('change-type', 'form', (card, context) => context.changes.openConfirm(context, card)),
    // The form's fields, or none where nothing has to be typed.
    onCard('change-confirm', 'update', (card, context, fields) =>
      context.changes.confirm(context, { ...card, typed: Object.values(fields) }),
    ),
    onCard('change-cancel', 'update', (card, context) => context.changes.cancel(context, card)),
    onCard('change-check', 'form', async (card, { changes }) =>
      checkForm(await changes.find(card)),
    ),
    onCard('change-checked', 'update', (card, context, { note = '' }) =>
      context.changes.markChecked(context, { ...card, note }),
    ),
    onCard('change-details', 'private', async (card, { changes }) =>
      detailsReply(await changes.find(card), await changes.entries(card.guildId, card.number)),
    ),
  ],
};
