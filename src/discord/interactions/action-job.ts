import {
  ComponentType,
  InteractionType,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import type { Action } from '../../command.js';
import { decodeCustomId } from '../../domain/custom-id.js';
import { AccessDenied, SecretTyped } from '../../domain/errors/user-errors.js';
import { PoolError } from '../../domain/errors/pool-errors.js';
import { editAgainButton, tryAgainButton } from '../../views/errors/failure-buttons.js';
import { expiredCard } from '../../views/errors/router-sentences.js';
import { fieldValues } from '../options/interaction-values.js';
import { parseOptions } from '../options/parse-options.js';
import { isOwn } from './caller.js';
import { writtenIn, type Job } from './job.js';
import { isEphemeral } from './responder.js';
import { mayTryAgain } from './try-again.js';

export function actionJob(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
  find: (kind: string) => Action | undefined,
): Job | null {
  const id = decodeCustomId(interaction.data.custom_id);
  const action = id === null ? undefined : find(id.kind);
  if (id === null || action === undefined) return null;
  const { message } = interaction;
  // A form that wasn't opened from a message has none to update.
  const updates =
    message !== undefined &&
    (action.answers === 'update' || (action.answers === 'update-own' && isOwn(interaction)));
  return {
    name: action.kind,
    access: action.access,
    writes: action.writes ?? false,
    opensModal: action.opens === 'modal',
    urgent: false,
    written: action.takesKey === true ? [] : writtenIn([id.args, fieldsOf(interaction)]),
    shows: updates ? 'update' : 'new',
    ephemeral: updates ? isEphemeral(message.flags) : action.answers !== 'public',
    ...(message === undefined ? {} : { messageId: message.id }),
    buttonsUnder: buttonsUnderAction(action, interaction, id.args),
    run(context) {
      const args = action.args.safeParse(id.args);
      if (!args.success) throw new AccessDenied('unknown-id', expiredCard());
      const given = fieldsOf(interaction);
      // A form's id on something that isn't a form: nobody left anything out.
      if (
        interaction.type !== InteractionType.ModalSubmit &&
        !action.fields.safeParse(given).success
      )
        throw new AccessDenied('unknown-id', expiredCard());
      return action.run({ args: args.data, fields: parseOptions(action.fields, given) }, context);
    },
  };
}

/** A form can be edited again as typed, unless that held a secret; a click that only read can be repeated. */
function buttonsUnderAction(
  action: Action,
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
  args: readonly string[],
): NonNullable<Job['buttonsUnder']> {
  return async (error, context) => {
    const isKept = !(error instanceof AccessDenied || error instanceof SecretTyped);
    if (action.editAgain !== undefined && isKept) {
      const fields = action.fields.parse(fieldsOf(interaction));
      const input = { args: action.args.parse(args), fields };
      return editAgainButton(await action.editAgain(input, context));
    }
    const isButton =
      interaction.type === InteractionType.MessageComponent &&
      interaction.data.component_type === ComponentType.Button;
    if (!isButton || !mayTryAgain(action) || !(error instanceof PoolError)) return [];
    return tryAgainButton(interaction.data.custom_id);
  };
}

function fieldsOf(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
): Record<string, unknown> {
  if (interaction.type === InteractionType.ModalSubmit) {
    return fieldValues(interaction.data.components);
  }
  const { data } = interaction;
  return data.component_type === ComponentType.Button ? {} : { values: data.values };
}
