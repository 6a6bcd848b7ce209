import { ComponentType, InteractionType } from 'discord-api-types/v10';
import { dispatch } from './gateway.js';
import { createInteraction, FIRST_RESPONSE_MS, giveUp } from './interactions.js';
import { interactionPayload } from './payloads.js';
import { guildOf, until, type Interaction, type World } from './state.js';
import { rowsOf } from './text.js';
import { commandData, formData, pick } from './typed.js';
import type { LoopbackChannel, Outcome, Person, ShownMessage } from './types.js';

/** A deferred answer may wait for a slow pool; a test gives up before. */
const ANSWER_MS = 60_000;

type Who = Pick<Person, 'id' | 'name' | 'admin' | 'roles'>;

/** Somebody in a channel, who can do what Discord's client allows and no more. */
export function createPerson(world: World, channel: LoopbackChannel, who: Who): Person {
  const { guildId } = channel;

  /** Resolves when the bot has answered; with its first response where that is choices or a form. */
  async function act(
    type: InteractionType,
    data: object,
    sourceId: string | null = null,
  ): Promise<Interaction> {
    const { bot, deliversTwice } = guildOf(world, channel);
    if (bot === 'removed') throw new Error('The bot was removed from the server');
    const interaction = createInteraction(world, { type, person, channel, sourceId });
    const d = interactionPayload(world, interaction, data);
    dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
    if (deliversTwice) dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
    await until(world, FIRST_RESPONSE_MS, () => interaction.first !== null);
    if (interaction.first === null) giveUp(world, interaction);
    const isDeferred = interaction.first === 'defer' || interaction.first === 'defer-update';
    if (isDeferred && !(await until(world, ANSWER_MS, () => interaction.answerId !== null))) {
      throw new Error('The bot acknowledged, but never answered');
    }
    return interaction;
  }

  const outcome = async (...asked: Parameters<typeof act>) => outcomeOf(world, await act(...asked));

  const person: Person = {
    ...who,
    guildId,
    get roles() {
      return who.roles;
    },
    set roles(roles) {
      who.roles = roles;
    },
    in(other) {
      return createPerson(world, other, who);
    },
    run: async (path, given = {}) =>
      outcome(InteractionType.ApplicationCommand, commandData(world, person, { path, given })),
    async click(message, button) {
      const present = visible(world, person, message);
      const parts = rowsOf(present).flat();
      const found = parts.find(
        (part) =>
          part.type === ComponentType.Button &&
          'custom_id' in part &&
          [part.label, part.custom_id].includes(button),
      );
      if (!found || !('custom_id' in found) || found.disabled) {
        const labels = parts.map((part) => ('label' in part ? part.label : '')).join(', ');
        throw new Error(`The message has no button ${button} to press: ${labels}`);
      }
      const data = { component_type: found.type, custom_id: found.custom_id };
      return outcome(InteractionType.MessageComponent, data, present.id);
    },
    async choose(message, wanted) {
      const present = visible(world, person, message);
      const select = rowsOf(present)
        .flat()
        .find((part) => part.type === ComponentType.StringSelect);
      if (!select) throw new Error('The message has no select');
      const { type: component_type, custom_id } = select;
      const data = { component_type, custom_id, values: pick(select, wanted) };
      return outcome(InteractionType.MessageComponent, data, present.id);
    },
    async submit({ interactionId, form }, fields) {
      const opener = [...world.interactions.values()].find(({ id }) => id === interactionId);
      if (!opener || !form) throw new Error('No form was opened');
      return outcome(InteractionType.ModalSubmit, formData(form, fields), opener.sourceId);
    },
    // oxlint-disable-next-line max-params -- the contract, which reads well in a test
    async complete(path, focused, text, others = {}) {
      const typed = { path, given: { ...others, [focused]: text }, focused };
      const type = InteractionType.ApplicationCommandAutocomplete;
      const { choices } = await act(type, commandData(world, person, typed));
      if (!choices) throw new Error('Loading options failed');
      return choices;
    },
  };
  return person;
}

/** The message as it is now. @throws Error where they can't see it */
function visible(world: World, { id, name }: Person, shown: ShownMessage): ShownMessage {
  const message = world.messages.get(shown.id);
  if (!message) throw new Error('The message is gone');
  const isOthers = message.privateTo !== null && message.privateTo !== id;
  if (isOthers) throw new Error(`${name} can't see this message`);
  return message;
}

function outcomeOf(world: World, interaction: Interaction): Outcome {
  return {
    interactionId: interaction.id,
    first: interaction.first ?? 'none',
    form: interaction.form,
    get message() {
      return world.messages.get(interaction.answerId ?? '') ?? null;
    },
  };
}
