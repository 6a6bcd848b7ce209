import {
  ComponentType,
  type APIModalInteractionResponseCallbackComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import type { LoopbackDiscord } from '../discord/loopback-discord.js';
import type { Cast } from './world.js';

interface Connecting {
  readonly discord: LoopbackDiscord;
  readonly cast: Cast;
  readonly key: string;
}

/**
 * Connects the server like its admin would: `/setup key` and its form, `/setup roles`, and the
 * audit channel.
 */
export async function connectGuild({ discord, cast, key }: Connecting): Promise<void> {
  const channel = channelNamed(cast, 'audit');
  const admin = discord.as(cast.admin, channel);
  const opened = await admin.command('setup key');
  const input = opened.modal && firstInput(opened.modal);
  if (!input) throw new Error('/setup key opened no form with an input');
  const submitted = await admin.submit(opened, { [input]: key });
  await submitted.settled();
  const roles = await admin.command('setup roles', { manager: cast.managerRole.id });
  await roles.settled();
  const defaults = await admin.command('setup defaults', { audit: channel });
  await defaults.settled();
}

function channelNamed({ guild }: Cast, name: string): string {
  const channel = [...guild.channels.values()].find((candidate) => candidate.name === name);
  if (!channel) throw new Error(`There is no channel #${name}`);
  return channel.id;
}

function firstInput({ components }: APIModalInteractionResponseCallbackData): string | undefined {
  return components.map(inputOf).find((id) => id !== undefined);
}

function inputOf(component: APIModalInteractionResponseCallbackComponent): string | undefined {
  if (component.type === ComponentType.Label) {
    return 'custom_id' in component.component ? component.component.custom_id : undefined;
  }
  return component.type === ComponentType.ActionRow
    ? component.components[0]?.custom_id
    : undefined;
}
