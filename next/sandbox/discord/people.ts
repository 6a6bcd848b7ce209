import { ButtonStyle, ComponentType, InteractionType } from 'discord-api-types/v10';
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

  /** The interaction once the bot has given its first response, or not in time. */
  async function deliver(
    type: InteractionType,
    data: object,
    sourceId: string | null,
  ): Promise<Interaction> {
    const { bot, deliversTwice } = guildOf(world, channel);
    if (bot === 'removed') {
      throw new Error(`${who.name} can't use the bot: it was removed from the server`);
    }
    const interaction = createInteraction(world, { type, person, channel, sourceId });
    const d = interactionPayload(world, interaction, data);
    dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
    if (deliversTwice) dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
    await until(world, FIRST_RESPONSE_MS, () => interaction.first !== null);
    if (interaction.first === null) giveUp(world, interaction);
    return interaction;
  }

  async function act(
    type: InteractionType,
    data: object,
    sourceId: string | null = null,
  ): Promise<Outcome> {
    const interaction = await deliver(type, data, sourceId);
    const isDeferred = interaction.first === 'defer' || interaction.first === 'defer-update';
    if (isDeferred && !(await until(world, ANSWER_MS, () => interaction.answerId !== null))) {
      throw new Error('The bot acknowledged, but never answered');
    }
    return outcomeOf(world, interaction);
  }

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
    async run(path, given = {}) {
      return act(InteractionType.ApplicationCommand, commandData(world, person, { path, given }));
    },
    async click(message, button) {
      const present = visible(world, person, message);
      const all = rowsOf(present)
        .flat()
        .filter((part) => part.type === ComponentType.Button)
        .filter((part) => part.style !== ButtonStyle.Premium);
      const found = all.find(
        (each) => each.label === button || ('custom_id' in each && each.custom_id === button),
      );
      const labels = all.map(({ label }) => label).join(', ') || 'none';
      if (!found) throw new Error(`The message has no button ${button}: ${labels}`);
      if (found.disabled) throw new Error(`${button} is disabled`);
      if (found.style === ButtonStyle.Link) throw new Error(`${button} is a link`);
      const data = { component_type: found.type, custom_id: found.custom_id };
      return act(InteractionType.MessageComponent, data, present.id);
    },
    async choose(message, wanted) {
      const present = visible(world, person, message);
      const select = rowsOf(present)
        .flat()
        .find((part) => part.type === ComponentType.StringSelect);
      if (!select || select.disabled) throw new Error('The message has no select that can be used');
      const { type: component_type, custom_id } = select;
      const data = { component_type, custom_id, values: pick(select, wanted) };
      return act(InteractionType.MessageComponent, data, present.id);
    },
    async submit({ interactionId, form }, fields) {
      const opener = [...world.interactions.values()].find(({ id }) => id === interactionId);
      if (!opener || !form) throw new Error('No form was opened');
      if (opener.person.id !== person.id) throw new Error('The form was opened for somebody else');
      return act(InteractionType.ModalSubmit, formData(form, fields), opener.sourceId);
    },
    // oxlint-disable-next-line max-params -- the contract, which reads well in a test
    async complete(path, focused, text, others = {}) {
      const typed = { path, given: { ...others, [focused]: text }, focused };
      const type = InteractionType.ApplicationCommandAutocomplete;
      const { choices } = await deliver(type, commandData(world, person, typed), null);
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
