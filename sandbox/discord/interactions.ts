import {
  InteractionType,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { setBounded } from './bounded.js';
import type { LoopbackPerson } from './loopback-discord.js';
import type { World } from './world.js';

/** Discord waits this long for the first response. */
export const RESPONSE_MS = 3_000;
/** How long an interaction's token lives. */
const TOKEN_MS = 15 * 60_000;
const KEPT = 10_000;

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: LoopbackPerson;
  readonly guildId: string;
  readonly channelId: string;
  /** The path of the slash command, also behind its form: "setup key". Empty for a component. */
  readonly command: string;
  /** The message whose component was used, or whose component opened the modal. */
  readonly sourceMessageId: string | null;
  /** Of an autocomplete: the type of the option being typed. */
  readonly focusedType: number | null;
  /** When the person acted. Discord's 3 s and 15 min run from here, however late it delivers. */
  readonly createdAt: number;
  /** The first response: its callback type and when. */
  response: { type: number; at: number } | null;
  /** What `@original` stands for. */
  originalId: string | null;
  /** The original was edited, or a thinking one filled. */
  originalEdited: boolean;
  followUpIds: string[];
  modal: APIModalInteractionResponseCallbackData | null;
  choices: readonly { name: string; value: string | number }[] | null;
}

export type NewInteraction = Pick<
  Interaction,
  'type' | 'person' | 'channelId' | 'command' | 'sourceMessageId' | 'focusedType'
>;

export function createInteraction(world: World, about: NewInteraction): Interaction {
  const id = world.ids.next();
  const interaction: Interaction = {
    ...about,
    id,
    token: `aW50ZXJhY3Rpb246${Buffer.from(`${id}:${crypto.randomUUID()}`).toString('base64url')}`,
    guildId: about.person.guildId,
    createdAt: world.now(),
    response: null,
    originalId: null,
    originalEdited: false,
    followUpIds: [],
    modal: null,
    choices: null,
  };
  setBounded(world.interactions, [interaction.token, interaction], KEPT);
  return interaction;
}

/** "The application did not respond." */
export function hasFailed(world: World, interaction: Interaction): boolean {
  return !interaction.response && world.now() - interaction.createdAt > RESPONSE_MS;
}

export function tokenIsDead(world: World, interaction: Interaction): boolean {
  return world.now() - interaction.createdAt > TOKEN_MS;
}
