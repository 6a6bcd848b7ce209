import { z } from 'zod';
import { STATES } from '../../src/domain/changes/change.js';
import {
  defineCommand,
  type Action,
  type CommandGroup,
  type Context,
  type Suggest,
} from '../../src/command.js';
import { UserError } from '../../src/domain/errors/errors.js';
import {
  changeChoice,
  changeListReply,
  CHANGES_PER_PAGE,
  trailExportReply,
  frozenReply,
  unknownChangeSentence,
} from '../../src/views/changes/change-list.js';
import { attachedLines } from '../../src/views/files/file-reply.js';
import { changesAcceptRestore, restoreActions } from './accept-restore.js';
import { definePaged } from '../shared/paged.js';

/** Older ones are read from the trail, at every key that is typed; their ids can be pasted. */
const MAX_SUGGESTED = 100;

const suggestChanges: Suggest = async (typed, { changes, guildId }) => {
  const wanted = typed.trim().toLowerCase();
  const newest = await changes.list(guildId, { most: MAX_SUGGESTED });
  return newest
    .map((change) => ({ change, words: changes.summarize(change) }))
    .filter(({ change: { id }, words: { title, subject } }) =>
      `${id} ${title} ${subject}`.toLowerCase().includes(wanted),
    )
    .map(changeChoice);
};

const state = z.enum(STATES).optional();

const pages = definePaged({
  kind: 'changes',
  kept: z.object({ state }),
  async show(kept, turn, { changes, guildId }: Context) {
    const after = (turn.number - 1) * CHANGES_PER_PAGE;
    // One more tells whether there is another page.
    const found = await changes.list(guildId, { ...kept, after, most: CHANGES_PER_PAGE + 1 });
    return changeListReply({
      changes: found
        .slice(0, CHANGES_PER_PAGE)
        .map((change) => ({ change, words: changes.summarize(change) })),
      state: kept.state,
      frozen: await changes.frozen(guildId),
      behind: await changes.behind(guildId),
      pages: turn.pages(found.length > CHANGES_PER_PAGE),
    });
  },
});

const list = defineCommand({
  name: 'list',
  description: 'Pending and past changes, newest first',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ state: state.describe('Only changes in this state') }),
  examples: ['', 'state:pending', 'state:unknown'],
  run: (options, context) => pages.open(options, context),
});

const show = defineCommand({
  name: 'show',
  description: 'Show one change and what you can do with it',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    id: z.string().trim().min(1).max(40).describe('The change’s id, from its card or the list'),
  }),
  suggest: { id: suggestChanges },
  examples: ['id:3q2-7wAbCdEfGhIjKlMnOp'],
  async run({ id }, { changes, guildId }) {
    const change = await changes.find(guildId, id);
    if (change === null)
      throw new UserError(unknownChangeSentence(id), { title: 'No such change here' });
    return changes.cardAgain(guildId, change);
  },
});

const exportAll = defineCommand({
  name: 'export',
  description: 'The whole audit trail as a file, checked',
  access: 'manager',
  audience: 'choose',
  options: z.object({}),
  examples: [''],
  async run(_options, { changes, guildId, attachmentLimit }) {
    const verdict = await changes.verifyTrail(guildId);
    const lines = changes.exportTrail(guildId);
    return trailExportReply(
      verdict,
      await attachedLines(`changes-${guildId}`, lines, attachmentLimit),
    );
  },
});

const reason = z.string().trim().min(1).max(300).describe('Kept in the audit trail');

const freeze = defineCommand({
  name: 'freeze',
  urgent: true,
  description: 'Nobody can confirm anything until unfrozen',
  access: 'manager',
  audience: 'public',
  writes: true,
  options: z.object({ reason }),
  examples: ['reason:an account may be stolen'],
  async run(options, { changes, guildId, member }) {
    await changes.freeze({ guildId, member, reason: options.reason });
    return frozenReply(options.reason, true);
  },
});

const unfreeze = defineCommand({
  name: 'unfreeze',
  description: 'Changes can be confirmed again',
  access: 'admin',
  audience: 'public',
  writes: true,
  options: z.object({ reason }),
  examples: ['reason:the account is safe again'],
  async run(options, { changes, guildId, member }) {
    await changes.unfreeze({ guildId, member, reason: options.reason });
    return frozenReply(options.reason, false);
  },
});

export const changes: CommandGroup = {
  name: 'changes',
  description: 'Changes that were requested, confirmed and sent',
  subcommands: [list, show, exportAll, freeze, unfreeze, changesAcceptRestore],
};

export const changesActions: readonly Action[] = [...pages.actions, ...restoreActions];
