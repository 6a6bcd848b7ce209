import { z } from 'zod';
import type { Click } from '../../src/changes/engine-context.js';
import { defineAction, type Action, type Context } from '../../src/command.js';
import type { Change } from '../../src/domain/changes/change.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { cardNotShown } from '../../src/views/changes/card-not-shown.js';
import { CHANGE_BUTTONS } from '../../src/views/changes/change-buttons.js';
import { noteForm, TYPED_FIELDS, typedForm } from '../../src/views/changes/change-forms.js';

/** A card's buttons. They let everybody in, since the engine judges and records each refusal. */

const args = z.array(z.string()).transform((parts) => parts.join(':'));
const text = z.object({ text: z.string() });
/** Empty where a forged click carries no field; the engine refuses that. */
const typedText = z.object(
  Object.fromEntries(TYPED_FIELDS.map((name) => [name, z.string().optional()])),
);
const nothing = z.object({});

const confirm = defineAction({
  kind: CHANGE_BUTTONS.confirm,
  access: 'anyone',
  answers: 'update',
  writes: true,
  args,
  fields: nothing,
  run: ({ args: id }, context) => confirmAndShow(context, id, ''),
});

const form = defineAction({
  kind: CHANGE_BUTTONS.form,
  access: 'anyone',
  answers: 'update',
  opens: 'modal',
  args,
  fields: nothing,
  async run({ args: id }, context) {
    const change = await context.changes.checkConfirm(clickOf(context, id));
    const { changes } = context;
    const { subject } = changes.summarize(change);
    return typedForm(encodeCustomId(typed.kind, id), subject, changes.toType(change));
  },
});

const typed = defineAction({
  kind: 'change-typed',
  access: 'anyone',
  answers: 'update',
  writes: true,
  args,
  fields: typedText,
  run: ({ args: id, fields }, context) =>
    confirmAndShow(context, id, Object.values(fields).join('\n')),
});

const cancel = defineAction({
  kind: CHANGE_BUTTONS.cancel,
  access: 'anyone',
  answers: 'update',
  writes: true,
  args,
  fields: nothing,
  async run({ args: id }, context) {
    return show(context, await context.changes.cancel(clickOf(context, id)));
  },
});

const resolve = defineAction({
  kind: CHANGE_BUTTONS.resolve,
  access: 'anyone',
  answers: 'update',
  opens: 'modal',
  args,
  fields: nothing,
  async run({ args: id }, context) {
    const { changes } = context;
    const change = await changes.checkResolve(clickOf(context, id));
    return noteForm(encodeCustomId(resolved.kind, id), changes.summarize(change).subject);
  },
});

const resolved = defineAction({
  kind: 'change-resolved',
  access: 'anyone',
  answers: 'update',
  writes: true,
  args,
  fields: text,
  async run({ args: id, fields }, context) {
    return show(context, await context.changes.resolve(clickOf(context, id), fields.text));
  },
});

export const changeButtonActions: readonly Action[] = [
  confirm,
  form,
  typed,
  cancel,
  resolve,
  resolved,
];

async function confirmAndShow(context: Context, id: string, characters: string): Promise<Reply> {
  return show(context, await context.changes.confirm(clickOf(context, id), characters));
}

/** Redraws the card that was clicked. */
async function show({ changes, guildId }: Context, change: Change): Promise<Reply> {
  const { onPosted: _, ...reply } = await changes.cardAfterStep(guildId, change.id);
  return { ...reply, otherwise: cardNotShown(change, changes.summarize(change)) };
}

function clickOf(context: Context, changeId: string): Click {
  const { guildId, member, clickedOn, clickedShown } = context;
  return { guildId, member, changeId, on: clickedOn, shown: clickedShown };
}
