import { InteractionResponseType } from 'discord-api-types/v10';
import { hasFailed, RESPONSE_MS } from '../interactions.js';
import type { LoopbackMessage, Outcome } from '../loopback-discord.js';
import type { StoredMessage } from '../state/message-store.js';
import type { DiscordState, Interaction } from '../state/discord-state.js';

const PATIENCE_MS = 25_000;
const { DeferredMessageUpdate, UpdateMessage } = InteractionResponseType;

/** Follows an interaction; resolves at its first response, or once that is overdue. */
export async function follow(world: DiscordState, interaction: Interaction): Promise<Outcome> {
  const late = setTimeout(() => {
    if (interaction.response) return;
    world.changes.emit({ kind: 'interaction', interactionId: interaction.id, failed: true });
  }, RESPONSE_MS + 5);
  const decided = () => interaction.response !== null || hasFailed(world, interaction);
  try {
    await until(world, decided, RESPONSE_MS + 2_000);
  } finally {
    clearTimeout(late);
  }
  return outcomeOf(world, interaction);
}

function outcomeOf(world: DiscordState, interaction: Interaction): Outcome {
  const seen = new Map<string, StoredMessage>();
  const current = (id: string): LoopbackMessage | null => {
    const message = world.messages.get(id);
    if (message) seen.set(id, message);
    return message ?? seen.get(id) ?? null;
  };
  const message = () => {
    const id = answerId(world, interaction);
    return id === null ? null : current(id);
  };
  return {
    interactionId: interaction.id,
    get modal() {
      return interaction.modal;
    },
    get message() {
      return message();
    },
    get followUps() {
      return interaction.followUpIds.flatMap((id) => current(id) ?? []);
    },
    get firstResponseMs() {
      return interaction.response ? interaction.response.at - interaction.madeAt : null;
    },
    get failed() {
      return hasFailed(world, interaction);
    },
    async settled(done = () => true, timeoutMs = PATIENCE_MS) {
      if (hasFailed(world, interaction)) throw new Error('The application did not respond');
      if (interaction.modal) throw new Error('A form was opened: there is no message to wait for');
      const isSettled = () => {
        const now = message();
        return now !== null && !isPending(interaction, now) && done(now);
      };
      if (!(await until(world, isSettled, timeoutMs))) {
        throw new Error(
          `The answer did not come to that: ${JSON.stringify(message(), withoutBytes)}`,
        );
      }
      return message() ?? never();
    },
  };
}

/**
 * A click's answer is the message it edited; if it edited none, or deleted its answer, the answer
 * is what was said instead.
 */
function answerId(world: DiscordState, interaction: Interaction): string | null {
  const type = interaction.response?.type;
  const onMessage = type === DeferredMessageUpdate || type === UpdateMessage;
  const { originalId } = interaction;
  const isGone = originalId !== null && world.messages.get(originalId)?.deleted !== false;
  if (isGone || (onMessage && !interaction.originalEdited)) {
    return interaction.followUpIds[0] ?? interaction.originalId;
  }
  return interaction.originalId;
}

function isPending(interaction: Interaction, message: LoopbackMessage): boolean {
  const waits = interaction.response?.type === DeferredMessageUpdate;
  const answered = interaction.originalEdited || interaction.followUpIds.length > 0;
  return message.thinking || (waits && !answered && !message.deleted);
}

/** True once it holds; false if not in time. Checks at every change. */
export function until(
  world: DiscordState,
  holds: () => boolean,
  timeoutMs: number,
): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const stop = world.changes.on(() => {
      try {
        if (holds()) finish(true);
      } catch (error) {
        finish(false);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    const timer = setTimeout(() => finish(holds()), timeoutMs);
    const finish = (result: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(result);
    };
  });
}

function withoutBytes(key: string, value: unknown): unknown {
  return key === 'data' ? undefined : value;
}

function never(): never {
  throw new Error('There is no message');
}
