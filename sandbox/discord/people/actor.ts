import { ComponentType, InteractionType } from 'discord-api-types/v10';
import { postInteraction } from '../endpoint/endpoint.js';
import type { Gateway } from '../gateway/gateway.js';
import { createInteraction, type NewInteraction } from '../interactions.js';
import type { Actor, LoopbackMessage, LoopbackPerson, Outcome } from '../loopback-discord.js';
import { createMessage } from '../messages/messages.js';
import type { StoredMessage } from '../state/message-store.js';
import { interactionPayload } from '../payloads/interaction.js';
import type { DiscordState, Interaction, GuildRecord } from '../state/discord-state.js';
import { commandData, type TypedCommand } from './command-data.js';
import { modalData } from './modal-data.js';
import { follow } from './outcome.js';
import { picked, usable } from './pick.js';

export interface ActorParts {
  readonly world: DiscordState;
  readonly gateway: Gateway;
  readonly opened: WeakMap<Outcome, Interaction>;
}

/** One person in one channel, who can do no more than Discord's client allows. */
export function createActor(stage: ActorParts, person: LoopbackPerson, channelId: string): Actor {
  const { world } = stage;
  const guild = guildOf(world, person, channelId);
  const here = { person, channelId };
  const plain = { ...here, sourceMessageId: null, focusedType: null };

  const onMessage = (message: LoopbackMessage, data: Record<string, unknown>) =>
    act(
      stage,
      {
        ...here,
        type: InteractionType.MessageComponent,
        command: '',
        sourceMessageId: message.id,
        focusedType: null,
      },
      data,
    );

  return {
    async command(path, options = {}) {
      const { data } = commandData(world, guild, { path, options, focused: null });
      const about = { ...plain, command: path, type: InteractionType.ApplicationCommand };
      return act(stage, about, data);
    },
    complete: (path, options, focused) =>
      complete(stage, guild, { ...here, typed: { path, options, focused } }),
    async click(message, customId) {
      const component = usable(visible(world, person, message).components, customId);
      if (component['type'] !== ComponentType.Button) throw new Error(`${customId} isn’t a button`);
      return onMessage(message, {
        component_type: ComponentType.Button,
        custom_id: customId,
        id: component['id'],
      });
    },
    async select(message, customId, values) {
      const component = usable(visible(world, person, message).components, customId);
      return onMessage(message, {
        component_type: component['type'],
        custom_id: customId,
        id: component['id'],
        values: picked(component, values),
      });
    },
    async submit(outcome, fields) {
      const opener = stage.opened.get(outcome);
      if (!opener || !outcome.modal) throw new Error('No form was opened');
      if (opener.person.id !== person.id) throw new Error('The form was opened for somebody else');
      const data = modalData(outcome.modal, fields);
      const { sourceMessageId, command } = opener;
      const about = { ...here, command, sourceMessageId, focusedType: null };
      return act(stage, { ...about, type: InteractionType.ModalSubmit }, data);
    },
    async forge(message, customId) {
      return onMessage(message, {
        component_type: ComponentType.Button,
        custom_id: customId,
        id: 1,
      });
    },
    say(content) {
      const frame = {
        guildId: guild.id,
        channelId,
        authorId: person.id,
        ephemeralFor: null,
        interaction: null,
      };
      return createMessage(world, frame, { body: { content }, uploads: [] });
    },
  };
}

function guildOf(world: DiscordState, person: LoopbackPerson, channelId: string): GuildRecord {
  const guild = world.guilds.get(person.guildId);
  if (!guild?.people.has(person.id)) throw new Error(`${person.name} is in no guild here`);
  if (!guild.botInside) throw new Error(`${world.bot.name} is not in ${guild.name}`);
  if (!guild.channels.has(channelId)) throw new Error(`${guild.name} has no channel ${channelId}`);
  return guild;
}

/** The message as it is now. @throws Error if this person can't see it */
function visible(
  world: DiscordState,
  person: LoopbackPerson,
  message: LoopbackMessage,
): StoredMessage {
  const current = world.messages.get(message.id);
  if (!current || current.deleted) throw new Error('The message is gone');
  if (current.guildId !== person.guildId) throw new Error('The message is in another guild');
  if (current.ephemeralFor !== null && current.ephemeralFor !== person.id) {
    throw new Error(`${person.name} cannot see this message`);
  }
  return current;
}

async function act(
  stage: ActorParts,
  about: NewInteraction,
  data: Record<string, unknown>,
): Promise<Outcome> {
  // The bot may have been removed since this person came.
  guildOf(stage.world, about.person, about.channelId);
  const interaction = deliver(stage, about, data);
  const outcome = await follow(stage.world, interaction);
  stage.opened.set(outcome, interaction);
  return outcome;
}

function deliver(
  { world, gateway }: ActorParts,
  about: NewInteraction,
  data: Record<string, unknown>,
): Interaction {
  const interaction = createInteraction(world, about);
  const { deliveries, deliveryDelayMs, rewrite } = world.faults;
  const whole = interactionPayload(world, interaction, data);
  const payload = rewrite === null ? whole : rewrite(whole);
  const dispatch = () => {
    for (let times = deliveries; times > 0; times -= 1) {
      if (world.endpoint.addresses.length > 0) void postInteraction(world, interaction, payload);
      else gateway.dispatch(interaction.guildId, 'INTERACTION_CREATE', payload);
    }
  };
  if (deliveryDelayMs > 0) setTimeout(dispatch, deliveryDelayMs).unref();
  else dispatch();
  return interaction;
}

async function complete(
  stage: ActorParts,
  guild: GuildRecord,
  { typed, ...here }: { person: LoopbackPerson; channelId: string; typed: TypedCommand },
): Promise<readonly { name: string; value: string | number }[]> {
  const { data, focusedType } = commandData(stage.world, guild, typed);
  const type = InteractionType.ApplicationCommandAutocomplete;
  const about = { ...here, type, command: typed.path, sourceMessageId: null, focusedType };
  const interaction = deliver(stage, about, data);
  await follow(stage.world, interaction);
  if (!interaction.choices) throw new Error('Loading options failed');
  return interaction.choices;
}
