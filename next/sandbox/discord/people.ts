import { ButtonStyle, ComponentType, InteractionType } from 'discord-api-types/v10';
import { commandData } from './command-data.js';
import { formData, pick } from './form-data.js';
import { dispatch } from './gateway.js';
import { createInteraction, FIRST_RESPONSE_MS, giveUp } from './interactions.js';
import { interactionPayload } from './payloads.js';
import { rawList, textOf } from './raw.js';
import {
  until,
  type ChannelRecord,
  type Interaction,
  type PersonRecord,
  type StoredMessage,
  type World,
} from './state.js';
import type { Outcome, ShownMessage } from './types.js';
import { leaves } from './validate.js';

/** A deferred answer may wait for a slow pool; a test gives up before. */
const ANSWER_MS = 60_000;
const NEXT_MS = 5_000;

interface Who {
  readonly id: string;
  readonly name: string;
  readonly admin: boolean;
  /** Shared by the same person in all channels. */
  readonly held: { roles: string[] };
}

/** Somebody in a channel, who can do what Discord's client allows and no more. */
export function createPerson(world: World, channel: ChannelRecord, who: Who): PersonRecord {
  const act = async (
    type: InteractionType,
    data: object,
    sourceId: string | null = null,
  ): Promise<Outcome> => {
    const interaction = deliver(world, { type, person, channel, sourceId }, data);
    await until(world, FIRST_RESPONSE_MS, () => interaction.first !== null);
    if (interaction.first === null) giveUp(world, interaction);
    const isDeferred = interaction.first === 'defer' || interaction.first === 'defer-update';
    if (isDeferred && !(await until(world, ANSWER_MS, () => interaction.answerId !== null))) {
      throw new Error('The bot acknowledged, but never answered');
    }
    return outcomeOf(world, interaction);
  };

  const person: PersonRecord = {
    id: who.id,
    name: who.name,
    guildId: channel.guildId,
    admin: who.admin,
    get roles() {
      return who.held.roles;
    },
    set roles(roles) {
      who.held.roles = roles;
    },
    in(other) {
      const found = world.channels.get(other.id);
      if (found?.guildId !== channel.guildId) throw new Error(`#${other.name} is elsewhere`);
      return createPerson(world, found, who);
    },
    async run(path, options = {}) {
      return act(InteractionType.ApplicationCommand, commandData(world, person, { path, options }));
    },
    async click(message, button) {
      const { id, components } = visible(world, person, message);
      const found = leaves(rawList(components)).find(
        ({ type, label, custom_id: customId }) =>
          type === ComponentType.Button && (label === button || customId === button),
      );
      if (!found) throw new Error(`The message has no button ${button}: ${buttonsOf(message)}`);
      if (found['disabled'] === true) throw new Error(`${button} is disabled`);
      if (found['style'] === ButtonStyle.Link) throw new Error(`${button} is a link`);
      const data = { component_type: ComponentType.Button, custom_id: found['custom_id'] };
      return act(InteractionType.MessageComponent, data, id);
    },
    async choose(message, values) {
      const { id, components } = visible(world, person, message);
      const select = leaves(rawList(components)).find(
        ({ type, disabled }) => type === ComponentType.StringSelect && disabled !== true,
      );
      if (!select) throw new Error('The message has no select that can be used');
      const data = {
        component_type: ComponentType.StringSelect,
        custom_id: select['custom_id'],
        values: pick(select, values),
      };
      return act(InteractionType.MessageComponent, data, id);
    },
    async submit(outcome, fields) {
      const opener = [...world.interactions.values()].find(
        ({ id }) => id === outcome.interactionId,
      );
      if (!opener?.form) throw new Error('No form was opened');
      if (opener.person.id !== person.id) throw new Error('The form was opened for somebody else');
      return act(InteractionType.ModalSubmit, formData(opener.form, fields), opener.sourceId);
    },
    // oxlint-disable-next-line max-params -- the contract, which reads well in a test
    async complete(path, focused, typed, others = {}) {
      const options = { ...others, [focused]: typed };
      const type = InteractionType.ApplicationCommandAutocomplete;
      const data = commandData(world, person, { path, options, focused });
      const interaction = deliver(world, { type, person, channel, sourceId: null }, data);
      await until(world, FIRST_RESPONSE_MS, () => interaction.first !== null);
      if (!interaction.choices) throw new Error('Loading options failed');
      return interaction.choices;
    },
  };
  return person;
}

function deliver(
  world: World,
  about: Parameters<typeof createInteraction>[1],
  data: object,
): Interaction {
  const { guildId, name } = about.person;
  const guild = world.guilds.get(guildId);
  if (guild?.bot === 'removed') {
    throw new Error(`${name} can't use the bot: it was removed from the server`);
  }
  const interaction = createInteraction(world, about);
  const d = interactionPayload(world, interaction, data);
  dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
  if (guild?.deliversTwice) dispatch(world, guildId, { t: 'INTERACTION_CREATE', d });
  return interaction;
}

/** The message as it is now. @throws Error where they can't see it */
function visible(world: World, person: PersonRecord, { id }: ShownMessage): StoredMessage {
  const message = world.messages.get(id);
  if (!message) throw new Error('The message is gone');
  const isElsewhere = world.channels.get(message.channel_id)?.guildId !== person.guildId;
  const isOthers = message.privateTo !== null && message.privateTo !== person.id;
  if (isElsewhere || isOthers) throw new Error(`${person.name} can't see this message`);
  return message;
}

function buttonsOf({ components }: ShownMessage): string {
  const all = leaves(rawList(components)).map(({ label }) => textOf(label));
  return all.filter(Boolean).join(', ') || 'none';
}

function outcomeOf(world: World, interaction: Interaction): Outcome {
  const current = () => world.messages.get(interaction.answerId ?? '') ?? null;
  let seen = current();
  return {
    interactionId: interaction.id,
    first: interaction.first ?? 'none',
    form: interaction.form,
    get message() {
      seen = current();
      return seen;
    },
    async next() {
      const before = seen;
      const isNew = () => current() !== null && current() !== before;
      if (!(await until(world, NEXT_MS, isNew))) throw new Error('The answer did not change');
      seen = current();
      if (!seen) throw new Error('The answer was deleted');
      return seen;
    },
  };
}
