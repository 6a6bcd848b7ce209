import { setBounded } from './state/bounded.js';
import type { DiscordState, Interaction } from './state/discord-state.js';

/** Discord waits this long for the first response. */
export const RESPONSE_MS = 3_000;
/** How long an interaction's token lives. */
const TOKEN_MS = 15 * 60_000;
const KEPT = 10_000;
export type NewInteraction = Pick<
  Interaction,
  'type' | 'person' | 'channelId' | 'command' | 'sourceMessageId' | 'focusedType'
>;

export function createInteraction(world: DiscordState, about: NewInteraction): Interaction {
  const id = world.ids.next();
  const interaction: Interaction = {
    ...about,
    id,
    token: `aW50ZXJhY3Rpb246${Buffer.from(`${id}:${crypto.randomUUID()}`).toString('base64url')}`,
    guildId: about.person.guildId,
    createdAt: world.now(),
    madeAt: performance.now(),
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
export function hasFailed(world: DiscordState, interaction: Interaction): boolean {
  return !interaction.response && performance.now() - interaction.madeAt > RESPONSE_MS;
}

export function tokenIsDead(world: DiscordState, interaction: Interaction): boolean {
  return world.now() - interaction.createdAt > TOKEN_MS;
}
