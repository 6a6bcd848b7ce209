import type { KeyObject } from 'node:crypto';
import type { APIInteraction, REST } from 'discord.js';
import type { Logger } from 'pino';
import { settlesWithin, withFallback } from '../../domain/async/timeout.js';
import { findApplication } from './application.js';
import { createBodyResponses, type BodyResponses } from './body-responses.js';
import { readGuildIds } from './guild-list.js';
import { serve, type HttpArrival } from './serve.js';
import { createSignatureCheck } from './signature.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface EndpointOptions {
  readonly host: string;
  readonly port: number;
  /** The application's public key. */
  readonly publicKey: KeyObject;
  readonly log: Logger;
  /** Anybody can send again what Discord once signed. */
  readonly onError: (what: string, error: unknown) => void;
}

export interface EndpointParts {
  readonly rest: REST;
  readonly onApplication: (applicationId: string) => void;
  /** False if it was dropped. */
  readonly onInteraction: (interaction: APIInteraction, receivedAt: number) => Promise<boolean>;
  readonly onFatal: (reason: string) => void;
}

/** Discord's 3 s, less the way back. A slower one goes to the callback, or is lost. */
const ANSWER_WITHIN_MS = 2_900;
const STOP_WITHIN_MS = SECOND_MS;

/**
 * Receives the interactions that Discord POSTs (its "Interactions Endpoint URL"), in place of a
 * gateway. Listens and answers PINGs at once; takes interactions from `open` on. Rejects if it
 * can't listen on the port.
 */
export async function listenForInteractions(options: EndpointOptions) {
  const { log, publicKey } = options;
  const stopping = new AbortController();
  const responses = createBodyResponses();
  let take: EndpointParts['onInteraction'] = async () => false;
  let closed: Promise<unknown> = Promise.resolve();
  const server = await serve({
    ...options,
    check: createSignatureCheck(publicKey),
    onInteraction: (arrival) => handOver(arrival, responses, take),
  });

  return {
    responses,
    open({ rest, onApplication, onInteraction, onFatal }: EndpointParts) {
      let guilds: ReadonlySet<string> | null = null;
      let isKnown = false;
      const connected = findApplication({
        rest,
        publicKey,
        log,
        onOtherKey: onFatal,
        signal: stopping.signal,
      }).then((identity) => {
        isKnown = true;
        onApplication(identity.applicationId);
        return identity;
      });
      take = onInteraction;
      return {
        /** Resolves with the application's id; asks Discord until it answers. */
        connected,
        /** There are no shards to wait for. */
        complete: connected.then(() => undefined),
        presence: {
          /** According to the list last read; `unknown` before the first. */
          of: (guildId: string): 'in' | 'out' | 'unknown' => {
            if (guilds === null) return 'unknown';
            return guilds.has(guildId) ? 'in' : 'out';
          },
        },
        async readGuilds(): Promise<void> {
          guilds = await readGuildIds(rest);
        },
        /** Call after `close`, once everything taken has been answered. */
        async stop(): Promise<void> {
          await settlesWithin(STOP_WITHIN_MS, closed);
          server.closeAllConnections();
        },
        health: () => ({ ok: isKnown && server.listening && !stopping.signal.aborted, shards: [] }),
      };
    },
    /** Takes nothing more, so that a balancer turns to another process. */
    close(): void {
      stopping.abort();
      take = async () => false;
      closed = new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Endpoint = Awaited<ReturnType<typeof listenForInteractions>>;

/** Always gives the HTTP response in the end, whatever became of the interaction. */
async function handOver(
  { interaction, receivedAt, answer }: HttpArrival,
  responses: BodyResponses,
  take: EndpointParts['onInteraction'],
): Promise<void> {
  // The first delivery is still running and will answer; this one has nothing to add.
  if (!responses.open(interaction.id, answer)) return void (await answer.give(202));
  try {
    const left = Math.max(0, receivedAt + ANSWER_WITHIN_MS - Date.now());
    const isTaken = await withFallback(left, take(interaction, receivedAt), true);
    await answer.give(isTaken ? 202 : 503);
  } finally {
    responses.close(interaction.id);
  }
}
