import { z } from 'zod';
import type { Click } from '../../src/changes/engine/click.js';
import { defineAction, type Action, type Context } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { AccessDenied, UserError } from '../../src/domain/errors/user-errors.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { CHANGE_BUTTONS } from '../../src/views/changes/card/change-buttons.js';
import { unknownChangeWords } from '../../src/views/changes/list/change-list.js';
import { expiredCard } from '../../src/views/errors/router-sentences.js';
import { NOTICE_BUTTON } from '../../src/views/changes/second-person.js';
import { noteForm, TYPED_FIELDS, typedForm } from '../../src/views/changes/change-forms.js';

/** A card's buttons. Open to everyone, because the engine judges and records each refusal. */

const args = z.array(z.string()).transform((parts) => parts.join(':'));
const step = { access: 'anyone', answers: 'update', args } as const;
const text = z.object({ text: z.string() });
/** Empty if a forged click carries no field; the engine refuses that. */
const typedText = z.object(
  Object.fromEntries(TYPED_FIELDS.map((name) => [name, z.string().optional()])),
);

const confirm = defineAction({
  kind: CHANGE_BUTTONS.confirm,
  ...step,
  writes: true,
  run: ({ args: id }, context) => context.changes.buttons.confirm(clickOf(context, id)),
});

const form = defineAction({
  kind: CHANGE_BUTTONS.form,
  ...step,
  opens: 'modal',
  async run({ args: id }, context) {
    const { subject, toType } = await context.changes.buttons.checkConfirm(clickOf(context, id));
    // An altered button: this change's card has none for a form.
    if (toType.length === 0) throw new AccessDenied('unknown-id', expiredCard());
    return typedForm(encodeCustomId(typed.kind, id), subject, toType);
  },
});

const typed = defineAction({
  kind: 'change-typed',
  ...step,
  writes: true,
  fields: typedText,
  run: ({ args: id, fields }, context) =>
    context.changes.buttons.confirm(clickOf(context, id), Object.values(fields).join('\n')),
});

const cancel = defineAction({
  kind: CHANGE_BUTTONS.cancel,
  ...step,
  writes: true,
  run: ({ args: id }, context) => context.changes.buttons.cancel(clickOf(context, id)),
});

const resolve = defineAction({
  kind: CHANGE_BUTTONS.resolve,
  ...step,
  opens: 'modal',
  async run({ args: id }, context) {
    const { subject } = await context.changes.buttons.checkMarkChecked(clickOf(context, id));
    return noteForm(encodeCustomId(resolved.kind, id), subject);
  },
});

const resolved = defineAction({
  kind: 'change-resolved',
  ...step,
  writes: true,
  fields: text,
  run: ({ args: id, fields }, context) =>
    context.changes.buttons.markChecked(clickOf(context, id), fields.text),
});

const again = defineAction({
  kind: CHANGE_BUTTONS.again,
  access: 'anyone',
  answers: 'public',
  writes: true,
  args,
  async run({ args: id }, context) {
    const { changes, guildId, channelId } = context;
    return changes.card(guildId, await changes.askAgain(clickOf(context, id), channelId));
  },
});

/** Opens the change from a notice, like `/changes show`. */
const notice = defineAction({
  kind: NOTICE_BUTTON,
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string(), z.string()]),
  run: ({ args: [id] }, context) => showChange(id, context),
});

/** By its id or number. Throws a UserError if there is none. */
export async function showChange(id: string, context: Context): Promise<Reply> {
  const { changes, guildId, channelId } = context;
  const change = await changes.find(guildId, id);
  if (change === null) throw new UserError(unknownChangeWords(id));
  return changes.cardAgain(guildId, change, channelId);
}

const details = defineAction({
  kind: CHANGE_BUTTONS.details,
  access: 'viewer',
  answers: 'private',
  args,
  async run({ args: changeId }, { changes, guildId, clickedOn: on }) {
    const record = await changes.record({ guildId, changeId, on });
    if (record !== null) return record;
    throw new UserError(unknownChangeWords(changeId));
  },
});

export const changeButtonActions: readonly Action[] = [
  details,
  confirm,
  form,
  typed,
  cancel,
  resolve,
  resolved,
  again,
  notice,
];

function clickOf(context: Context, changeId: string): Click {
  const { guildId, member, clickedOn, clickedShown } = context;
  return { guildId, member, changeId, on: clickedOn, shown: clickedShown };
}
