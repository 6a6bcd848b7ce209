import {
  ComponentType,
  InteractionType,
  type APIChatInputApplicationCommandInteractionData,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Action, Answer, Command, Context } from '../../command.js';
import type { Modal } from '../../domain/messages/reply.js';
import type { AccessLevel } from '../../domain/guild/access.js';
import { decodeCustomId } from '../../domain/custom-id.js';
import { AccessDenied } from '../../domain/errors/errors.js';
import { expiredCard } from '../../views/errors/router-sentences.js';
import { PRIVATE_OPTION } from '../options/command-options.js';
import { commandValues, fieldValues } from '../options/interaction-values.js';
import { parseOptions } from '../options/parse-options.js';
import { isEphemeral } from './responder.js';

/** One thing to run for one interaction, with all that is fixed before it runs. */
export interface Job {
  /** For log and counts: the command's path or the action's kind, never what a person sent. */
  readonly name: string;
  readonly access: AccessLevel | 'anyone';
  readonly writes: boolean;
  readonly opensModal: boolean;
  /** Stands in no line. */
  readonly urgent: boolean;
  readonly shows: 'new' | 'update';
  readonly ephemeral: boolean;
  /** What a person wrote or chose: all of it may be kept, posted or sent. */
  readonly written: readonly string[];
  /** The message clicked on. */
  readonly messageId?: string;
  /** Thrown in place of running anything. */
  readonly refused?: Error;
  /** Keeps what was typed; the custom id under which the form opens again. */
  readonly editAgain?: (context: Context) => Promise<string>;
  /** Throws a `UserError` for what cannot be parsed. */
  run(context: Context): Promise<Answer | Modal> | Answer | Modal;
}

export function commandJob(
  data: APIChatInputApplicationCommandInteractionData,
  find: (path: string) => Command | undefined,
): Job | null {
  const { path, values } = commandValues(data);
  const command = find(path);
  if (command === undefined) return null;
  const { [PRIVATE_OPTION]: isPrivate, ...others } = values;
  const chosen = command.audience === 'choose';
  return {
    name: path,
    access: command.access,
    writes: command.writes ?? false,
    opensModal: command.opens === 'modal',
    urgent: command.urgent ?? false,
    written: writtenIn(values),
    shows: 'new',
    ephemeral: command.audience === 'private' || (chosen && isPrivate === true),
    run: (context) => command.run(parseOptions(command.options, chosen ? others : values), context),
  };
}

export function actionJob(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
  find: (kind: string) => Action | undefined,
): Job | null {
  const id = decodeCustomId(interaction.data.custom_id);
  const action = id === null ? undefined : find(id.kind);
  if (id === null || action === undefined) return null;
  const { message } = interaction;
  const editAgain = action.editAgain?.bind(action);
  // A form that was not opened from a message has none to update.
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
    ...(editAgain === undefined
      ? {}
      : {
          editAgain: async (context: Context) => {
            const fields = action.fields.parse(fieldsOf(interaction));
            return editAgain({ args: action.args.parse(id.args), fields }, context);
          },
        }),
    run(context) {
      const args = action.args.safeParse(id.args);
      if (!args.success) throw new AccessDenied('unknown-id', expiredCard());
      const given = fieldsOf(interaction);
      // The id of a form on something that is none: nobody left anything out.
      if (
        interaction.type !== InteractionType.ModalSubmit &&
        !action.fields.safeParse(given).success
      )
        throw new AccessDenied('unknown-id', expiredCard());
      return action.run({ args: args.data, fields: parseOptions(action.fields, given) }, context);
    },
  };
}

const asked = z.object({ user: z.object({ id: z.string() }) });

/** Whether who clicks asked for the message; also where Discord doesn't say who did. */
function isOwn({
  message,
  member,
}: APIMessageComponentInteraction | APIModalSubmitInteraction): boolean {
  const asker = asked.safeParse(message?.interaction_metadata);
  return !asker.success || asker.data.user.id === member?.user.id;
}

/** For what is none of ours, came from where nothing may run, or cannot be read. */
export function rejectionJob(refused: Error): Job {
  return {
    name: 'unknown',
    access: 'anyone',
    writes: false,
    opensModal: false,
    urgent: false,
    written: [],
    shows: 'new',
    ephemeral: true,
    refused,
    run() {
      throw refused;
    },
  };
}

/** The texts at any depth. Of what only reads too: a filter is shown in titles and remembered. */
function writtenIn(given: unknown): readonly string[] {
  if (typeof given === 'string') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(writtenIn) : [];
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
