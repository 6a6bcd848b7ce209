import { z } from 'zod';
import { STATES, type State } from '../../src/domain/changes/change.js';
import {
  defineAction,
  defineCommand,
  type CommandGroup,
  type Context,
  type Autocomplete,
} from '../../src/command.js';
import { typedNumber } from '../../src/domain/changes/typed-change-number.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import {
  changeChoice,
  changeListReply,
  CHANGE_FILTERS,
  type ChangeFilter,
  CHANGES_PER_PAGE,
  unknownChangeWords,
} from '../../src/views/changes/list/change-list.js';
import {
  changesExportReply,
  trailExportReply,
} from '../../src/views/changes/trail/trail-replies.js';
import { frozenReply, unfrozenReply } from '../../src/views/changes/trail/freeze-replies.js';
import { changeColumns } from '../../src/views/changes/record/change-columns.js';
import { attachedLines, attachedStream } from '../../src/views/files/file-reply.js';
import { changeButtonActions, showChange } from './buttons.js';
import { changesAcceptRestore, restoreActions } from './accept-restore.js';
import { definePaged } from '../shared/paged.js';

/** Older ones would be read from the trail at every keystroke; those are found by number. */
const MAX_SUGGESTED = 100;

const autocompleteChanges: Autocomplete = async (typed, { changes, guildId }) => {
  const wanted = typed.trim().toLowerCase();
  const newest = await changes.list(guildId, { most: MAX_SUGGESTED });
  const named = typedNumber(typed) === null ? null : await changes.find(guildId, typed);
  const others = newest.filter(({ id }) => id !== named?.id);
  return [...(named === null ? [] : [named]), ...others]
    .map((change) => ({ change, words: changes.summarize(change) }))
    .filter(({ change: { id, number }, words: { title, subject } }) =>
      `#${number} ${id} ${title} ${subject}`.toLowerCase().includes(wanted),
    )
    .map(changeChoice);
};

const state = z.enum(STATES).optional();

const only = z.enum(CHANGE_FILTERS).optional();

const pages = definePaged({
  kind: 'changes',
  /** `requester`: the person whose changes "mine" means. */
  kept: z.object({ state, only, requester: z.string().optional() }),
  async show(kept, turn, { changes, guildId, clock }: Context) {
    const after = (turn.number - 1) * CHANGES_PER_PAGE;
    const { state: inState, only: filter, requester } = kept;
    const openAt = filter === 'open' ? clock.now() : undefined;
    const wanted = { state: inState, openAt, requester };
    // One extra tells whether there is another page.
    const found = await changes.list(guildId, { ...wanted, after, most: CHANGES_PER_PAGE + 1 });
    const listed = found.slice(0, CHANGES_PER_PAGE).map(async (change) => ({
      change,
      words: changes.summarize(change),
      place: await changes.cardMessageOf(guildId, change.id),
    }));
    return changeListReply({
      changes: await Promise.all(listed),
      state: inState,
      only: filter,
      openId: encodeCustomId(openOne.kind),
      filterId: (to) => encodeCustomId(filterList.kind, to ?? 'all'),
      frozen: await changes.frozen(guildId),
      behind: await changes.behind(guildId),
      pages: turn.pages(found.length > CHANGES_PER_PAGE),
    });
  },
});

function openList(options: ListOptions, context: Context): Promise<Reply> {
  const requester = options.only === 'mine' ? context.member.userId : undefined;
  return pages.open({ ...options, requester }, context);
}

interface ListOptions {
  readonly state?: State | undefined;
  readonly only?: ChangeFilter | undefined;
}

const filterList = defineAction({
  kind: 'changes-only',
  access: 'viewer',
  answers: 'update-own',
  args: z.tuple([z.enum(['all', ...CHANGE_FILTERS])]),
  run: ({ args: [to] }, context) => openList(to === 'all' ? {} : { only: to }, context),
});

const openOne = defineAction({
  kind: 'changes-open',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([]),
  fields: z.object({ values: z.tuple([z.string()]) }),
  async run({ fields }, { changes, guildId }) {
    const [id] = fields.values;
    const shown = await changes.forOne(guildId, id);
    if (shown !== null) return shown;
    throw new UserError(unknownChangeWords(id));
  },
});

const list = defineCommand({
  name: 'list',
  description: 'Pending and past changes, newest first',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    state: state.describe('Only changes in this state'),
    only: only.describe('Only open changes, or only those that you requested'),
  }),
  examples: ['', 'only:open', 'state:unknown'],
  run: (options, context) => openList(options, context),
});

const show = defineCommand({
  name: 'show',
  description: 'Show one change and what you can do with it',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    id: z.string().trim().min(1).max(40).describe('Number (14 or #14) or id of the change'),
  }),
  autocomplete: { id: autocompleteChanges },
  examples: ['id:14', 'id:3q2-7wAbCdEfGhIjKlMnOp'],
  run: ({ id }, context) => showChange(id, context),
});

const exportAll = defineCommand({
  name: 'export',
  isLong: true,
  description: 'Check the audit trail and get it as a file, or all changes as CSV for finance',
  access: 'manager',
  audience: 'choose',
  options: z.object({
    format: z
      .enum(['jsonl', 'csv'])
      .optional()
      .describe('csv: one row per change, for finance (default: jsonl, one line per audit entry)'),
  }),
  examples: ['', 'format:csv'],
  async run({ format }, { changes, guildId, attachmentLimit }) {
    const verdict = await changes.verifyTrail(guildId);
    // Nothing more can be read of a broken one.
    const behind = verdict.broken === null ? await changes.behind(guildId) : null;
    const checked = { verdict, behind };
    if (format === 'csv') {
      const batches = changes.exportChanges(guildId);
      const rows = { batches, attachmentLimit };
      return changesExportReply(
        checked,
        await attachedStream(`changes-${guildId}`, changeColumns, rows),
      );
    }
    const lines = changes.exportTrail(guildId);
    return trailExportReply(
      checked,
      await attachedLines(`changes-${guildId}`, lines, attachmentLimit),
    );
  },
});

const reason = z.string().trim().min(1).max(300).describe('Kept in the audit trail');

const freeze = defineCommand({
  name: 'freeze',
  urgent: true,
  description: 'Stop all confirmations until an admin unfreezes',
  access: 'manager',
  audience: 'public',
  writes: true,
  changes: 'no change of the server can be confirmed any more',
  options: z.object({ reason }),
  examples: ['reason:an account may be stolen'],
  async run(options, { changes, guildId, member }) {
    await changes.freeze({ guildId, member, reason: options.reason });
    return frozenReply(options.reason);
  },
});

const unfreeze = defineCommand({
  name: 'unfreeze',
  description: 'Allow confirmations again',
  access: 'admin',
  audience: 'public',
  writes: true,
  changes: 'changes of the server can be confirmed again',
  options: z.object({ reason }),
  examples: ['reason:the account is safe again'],
  async run(options, { changes, guildId, member }) {
    await changes.unfreeze({ guildId, member, reason: options.reason });
    return unfrozenReply(options.reason, (await changes.behind(guildId)) !== null);
  },
});

export const changes: CommandGroup = {
  name: 'changes',
  description: 'Changes that were requested, confirmed and sent',
  subcommands: [list, show, exportAll, freeze, unfreeze, changesAcceptRestore],
  actions: [...pages.actions, filterList, openOne, ...restoreActions, ...changeButtonActions],
};
