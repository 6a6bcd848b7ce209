import { z } from 'zod';
import { isOpen } from '../../src/domain/changes/state-machine.js';
import { defineAction, defineCommand, type Action } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { restoreForm } from '../../src/views/changes/change-forms.js';
import {
  nothingMissingWords,
  restoreAcceptedReply,
  restoreQuestion,
} from '../../src/views/changes/trail/restore.js';

/** Number of the `behind` entry: accepting one finding doesn't accept a later one. */
const args = z.tuple([
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

export const changesAcceptRestore = defineCommand({
  name: 'accept-restore',
  description: 'Continue from an older copy of the bot’s data that was restored',
  access: 'admin',
  audience: 'private',
  changes: 'after a question: changes go on, and what was open in the copy ends as unknown',
  options: z.object({}),
  examples: [''],
  async run(_options, { changes, guildId }) {
    const behind = await changes.behind(guildId);
    if (behind === null) throw new UserError(nothingMissingWords);
    const open = (await changes.current(guildId)).filter((each) => isOpen(each));
    return restoreQuestion({
      behind,
      open: open.map((change) => ({ id: change.id, ...changes.summarize(change) })),
      isRuleWaiting: (await changes.loosenings.waiting(guildId)) !== null,
      acceptId: encodeCustomId(form.kind, String(behind.seq)),
    });
  },
});

const form = defineAction({
  kind: 'restore-form',
  access: 'admin',
  answers: 'update',
  opens: 'modal',
  args,
  run: ({ args: [found] }) => restoreForm(encodeCustomId(accepted.kind, String(found))),
});

const accepted = defineAction({
  kind: 'restore-accepted',
  access: 'admin',
  answers: 'update',
  writes: true,
  args,
  fields: z.object({ text: z.string().trim().min(1) }),
  async run({ args: [found], fields }, { changes, guildId, member, askedAt }) {
    await changes.acceptRestore({ guildId, member, askedAt, found, reason: fields.text });
    return restoreAcceptedReply();
  },
});

export const restoreActions: readonly Action[] = [form, accepted];
