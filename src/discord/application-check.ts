import { ApplicationFlags } from 'discord.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StoreError } from '../domain/errors/store-errors.js';
import { backoff } from '../domain/async/backoff.js';
import { SECOND_MS } from '../domain/time/units.js';

export interface ApplicationCheckParts {
  /** Throws an error that says why it may not; a `StoreError` or `ApplicationUnread` if we can't tell yet. */
  readonly admit: (applicationId: string) => Promise<void>;
  readonly onRefused: (reason: string) => void;
  readonly log: Pick<Logger, 'warn'>;
  /** Stops asking. */
  readonly signal: AbortSignal;
  /** Rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Discord couldn't tell something of its application. */
export class ApplicationUnread extends Error {
  override readonly name = 'ApplicationUnread';

  constructor(cause: unknown) {
    super('Discord could not tell about its application', { cause });
  }
}

const READS_CONTENT: number =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Whether an application with these flags is shown what others wrote, in few servers or in many. */
export function mayReadContent(flags: number): boolean {
  return (flags & READS_CONTENT) !== 0;
}

const GAPS = { firstMs: 500, ceilingMs: 15 * SECOND_MS };

/** Whether Discord's application may work on this store; asked from the first READY on. */
export function createApplicationCheck(parts: ApplicationCheckParts) {
  const { admit, onRefused, log, signal, pause = waitFor } = parts;
  let pass: () => void;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let isAsked = false;

  /** A store or a Discord that can't be reached says nothing about the application, so we ask again. */
  async function untilTold(applicationId: string): Promise<void> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        await admit(applicationId);
        return pass();
      } catch (error) {
        const canTell = !(error instanceof StoreError || error instanceof ApplicationUnread);
        if (canTell) return onRefused(wordsOf(error));
        log.warn({ err: error }, 'whose store this is cannot be read yet');
      }
      await pause(backoff(failures, GAPS), signal).catch(() => undefined);
    }
  }

  return {
    /** Resolves once the application is admitted; otherwise never settles. */
    passed,
    ask(applicationId: string): void {
      if (isAsked) return;
      isAsked = true;
      void untilTold(applicationId);
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal });
}
