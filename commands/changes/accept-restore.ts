import { z } from 'zod';
import { defineAction, defineCommand, type Action } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import type { RestoreAcceptance } from '../../src/changes/steps/accept-restore.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { restoreForm } from '../../src/views/changes/change-forms.js';
import {
  nothingMissingWords,
  restoreAcceptedReply,
  restoreQuestion,
} from '../../src/views/changes/trail/behind.js';

type SeenLoss = Pick<RestoreAcceptance, 'found' | 'seenAt'>;

/**
 * Number and hash head of the `behind` entry, and when it was shown, in ms by Discord's clock:
 * accepting one loss doesn't accept a later one. Ids of earlier versions lack some of these, and so
 * are out of date.
 */
const args = z
  .tuple([
    z.string().regex(/^\d{1,15}$/),
    z.string().regex(/^[\da-f]{8}$/),
    z.string().regex(/^\d{1,15}$/),
  ])
  .transform(([seq, head, seenAt]): SeenLoss => ({
    found: { seq: Number(seq), head },
    seenAt: Number(seenAt),
  }));

export const changesAcceptRestore = defineCommand({
  name: 'accept-restore',
  description: 'Continue from an older copy of the bot’s data that was restored',
  access: 'admin',
  audience: 'private',
  changes: 'after a question: changes go on, and what was open in the copy ends as unknown',
  options: z.object({}),
  examples: [''],
  async run(_options, { changes, guildId, askedAt }) {
    const behind = await changes.lossByNow(guildId);
    if (behind === null) throw new UserError(nothingMissingWords);
    const open = await changes.unknownOnceAccepted(guildId);
    return restoreQuestion({
      behind,
      open: open.map((change) => ({ id: change.id, ...changes.summarize(change) })),
      isRuleWaiting: (await changes.loosenings.waiting(guildId)) !== null,
      acceptId: restoreId(form.kind, { found: behind, seenAt: askedAt }),
    });
  },
});

const restoreId = (kind: string, { found: { seq, head }, seenAt }: SeenLoss) =>
  encodeCustomId(kind, String(seq), head, String(seenAt));

const form = defineAction({
  kind: 'restore-form',
  access: 'admin',
  answers: 'update',
  opens: 'modal',
  args,
  run: ({ args: seen }) => restoreForm(restoreId(accepted.kind, seen)),
});

const accepted = defineAction({
  kind: 'restore-accepted',
  access: 'admin',
  answers: 'update',
  writes: true,
  args,
  fields: z.object({ text: z.string().trim().min(1) }),
  async run({ args: seen, fields }, { changes, guildId, member, askedAt }) {
    await changes.acceptRestore({ guildId, member, askedAt, ...seen, reason: fields.text });
    return restoreAcceptedReply();
  },
});

export const restoreActions: readonly Action[] = [form, accepted];
