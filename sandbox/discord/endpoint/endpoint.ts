import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { DiscordError, inWords } from '../errors.js';
import { RESPONSE_MS } from '../interactions.js';
import { takeResponse } from '../rest/callbacks.js';
import type { DiscordState, Interaction } from '../state/discord-state.js';
import { isRaw } from '../validation/raw.js';

/** POSTs an interaction to the next address in turn, and takes whatever it answers within 3 s. */
export async function postInteraction(
  world: DiscordState,
  interaction: Interaction,
  payload: Record<string, unknown>,
): Promise<void> {
  const { endpoint } = world;
  const address = endpoint.next();
  const { status, json } = await post(world, address, payload);
  const answered = status === 200;
  endpoint.note({ address, interactionId: interaction.id, status, answered });
  if (!answered) return;
  try {
    takeResponse(world, interaction, { json, uploads: [] });
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    world.refusals.push(`HTTP answer: ${inWords(error)}`);
  }
}

/** Whether each address answers a PING the way Discord requires before accepting it. */
export async function isReachable(world: DiscordState): Promise<boolean> {
  const pings = world.endpoint.addresses.map(async (address) => {
    const ping = {
      id: world.ids.next(),
      application_id: world.applicationId,
      type: InteractionType.Ping,
    };
    const { status, json } = await post(world, address, ping);
    return status === 200 && json['type'] === InteractionResponseType.Pong;
  });
  return (await Promise.all(pings)).every(Boolean);
}

interface Answered {
  /** 0 = no answer in time. */
  readonly status: number;
  readonly json: Record<string, unknown>;
}

async function post(
  { endpoint }: DiscordState,
  address: string,
  payload: object,
): Promise<Answered> {
  const body = JSON.stringify(payload);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...endpoint.sign(body) },
      body,
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    const text = await answer.text();
    const json: unknown = text === '' ? {} : JSON.parse(text);
    return { status: answer.status, json: isRaw(json) ? json : {} };
  } catch {
    return { status: 0, json: {} };
  }
}
