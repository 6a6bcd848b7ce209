import { z } from 'zod';
import { changeReply, checkForm, confirmForm } from '../src/changes/card.js';
import { CHANGE_STATES, type Change } from '../src/changes/change.js';
import { changeChoices, changesReply, type ChangesFilter } from '../src/changes/list.js';
import { changesCsvReply, detailsReply, trailReply } from '../src/changes/records.js';
import { endsOf, whyNotConfirm } from '../src/changes/rules.js';
import type { Answer, Autocomplete } from '../src/discord/command.js';
import { choice, text } from '../src/discord/options.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';

async function showList(filter: ChangesFilter, page: number, context: Context): Promise<Reply> {
  const { changes, guilds, guildId, member, clock } = context;
  const [found, row] = await Promise.all([
    changes.list(guildId, {
      ...(filter.state && { state: filter.state }),
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
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    state: choice('Only changes in this state', CHANGE_STATES).optional(),
    only: choice('Only open changes, or only those that you requested', [
      'open',
      'mine',
    ]).optional(),
  }),
  examples: ['', 'only:open', 'state:unknown'],
  run: ({ state = null, only = null }, context) => showList({ state, only }, 1, context),
});

const turnPage = defineAction({
  kind: 'changes',
  access: 'viewer',
  answers: 'update',
  args: z.tuple([
    z.enum(['any', ...CHANGE_STATES]),
    z.enum(['all', 'open', 'mine']),
    z.coerce.number().int(),
  ]),
  run({ args: [state, only, page] }, context) {
    const filter = { state: state === 'any' ? null : state, only: only === 'all' ? null : only };
    return showList(filter, page, context);
  },
});

const suggestChanges: Autocomplete<Context> = async (typed, { changes, guilds, guildId }) => {
  const [found, row] = await Promise.all([changes.list(guildId), guilds.find(guildId)]);
  const wanted = typed.trim().toLowerCase();
  return changeChoices(found, row).filter(({ label }) => label.toLowerCase().includes(wanted));
};

async function showOne(number: number, { changes, guilds, guildId }: Context): Promise<Reply> {
  const [change, row] = await Promise.all([changes.find(guildId, number), guilds.find(guildId)]);
  return changeReply(change, row, { isCopy: true });
}

const show = defineCommand({
  name: 'changes show',
  description: 'Show one change and what you can do with it',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ id: text('Number of the change, such as 14 or #14', { max: 40 }) }),
  autocomplete: { id: suggestChanges },
  examples: ['id:14'],
  async run({ id }, context) {
    const typed = /^#?\s?(\d{1,9})$/.exec(id)?.[1];
    if (typed !== undefined) return showOne(Number(typed), context);
    throw new UserError('No such change', '`/changes list` shows all with their numbers.');
  },
});

const showSelected = defineAction({
  kind: 'change-show',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([]),
  run: ({ selected: [selected] }, context) => showOne(Number(selected), context),
});

const exported = defineCommand({
  name: 'changes export',
  description: 'Check the audit trail and get it as a file, or all changes as CSV for finance',
  access: 'manager',
  audience: 'choose',
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

type Click = (
  change: Change,
  context: Context,
  fields: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Permission is checked when the decision is made: approvers read like everybody else. */
function onChange(kind: string, answers: 'update' | 'private' | 'form', run: Click) {
  return defineAction({
    kind,
    access: 'viewer',
    answers,
    writes: answers !== 'private',
    args: changeArgs,
    run: async ({ args, fields }, context) => run(await clicked(args, context), context, fields),
  });
}

const changeArgs = z.tuple([z.coerce.number().int(), z.string()]);

/** The change that the button's card shows; its number alone does not identify it. */
async function clicked(
  [number, askedAt]: z.output<typeof changeArgs>,
  { changes, guildId }: Context,
): Promise<Change> {
  const change = await changes.find(guildId, number);
  if (change.askedAt.toString(36) === askedAt) return change;
  throw new UserError('Too late', `This card shows another #${number}: see \`/changes list\`.`);
}

const askAgain = defineAction({
  kind: 'change-again',
  access: 'manager',
  answers: 'everyone',
  writes: true,
  args: changeArgs,
  run: async ({ args }, context) =>
    context.changes.askAgain(context, (await clicked(args, context)).number),
});

/** Only people who could confirm get the form; anybody else's attempt is refused and recorded. */
async function openConfirmForm(change: Change, context: Context): Promise<Answer> {
  const { changes, guilds, guildId, member, clock } = context;
  const guild = { ...(await guilds.find(guildId)), now: clock.now() };
  return whyNotConfirm(change, guild, { member, typed: endsOf(change) }) === null
    ? confirmForm(change)
    : changes.confirm(context, { number: change.number, typed: [] });
}

export const changes: CommandFile = {
  commands: [list, show, exported, freeze, unfreeze],
  actions: [
    turnPage,
    showSelected,
    askAgain,
    onChange('change-confirm', 'update', ({ number }, context) =>
      context.changes.confirm(context, { number, typed: [] }),
    ),
    onChange('change-type', 'form', openConfirmForm),
    onChange('change-typed', 'update', ({ number }, context, fields) =>
      context.changes.confirm(context, { number, typed: Object.values(fields) }),
    ),
    onChange('change-cancel', 'update', ({ number }, context) =>
      context.changes.cancel(context, number),
    ),
    onChange('change-check', 'form', async (change) => checkForm(change)),
    onChange('change-checked', 'update', ({ number }, context, { note = '' }) =>
      context.changes.markChecked(context, { number, note }),
    ),
    onChange('change-details', 'private', async (change, { changes, guildId }) =>
      detailsReply(change, await changes.entries(guildId, change.number)),
    ),
  ],
};
