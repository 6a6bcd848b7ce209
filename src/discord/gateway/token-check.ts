import { setTimeout as delay } from 'node:timers/promises';
import { Routes, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { isTokenRefused } from '../rest/error-codes.js';
import { backoff } from '../../domain/async/backoff.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface TokenCheckParts {
  /** Asks once whether Discord refuses the token. Never rejects. */
  readonly isRefused: () => Promise<boolean>;
  /** Called once, if every request was refused. */
  readonly onRefused: () => void;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Ends a running check. */
  readonly signal: AbortSignal;
  /** Rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** With these gaps, it takes at most 12 s to report a bad token. */
const ASKS = 4;
const GAPS = { firstMs: SECOND_MS, ceilingMs: 5 * SECOND_MS };
const ASK_WITHIN_MS = 3 * SECOND_MS;

/** Finds out whether a 401 was Discord's verdict on the token or came from something in between. */
export function createTokenCheck(parts: TokenCheckParts) {
  const { isRefused, onRefused, log, signal, pause = waitFor } = parts;
  let isBusy = false;

  /** Any answer other than a 401, or none, proves nothing: the next 401 starts over. */
  async function isRefusedEachTime(): Promise<boolean> {
    for (let ask = 1; ask <= ASKS; ask++) {
      await pause(backoff(ask, GAPS), signal);
      if (!(await isRefused())) return false;
    }
    return true;
  }

  async function check(): Promise<void> {
    log.warn('a 401 in place of an answer: asking whether Discord still accepts DISCORD_TOKEN');
    const refused = await isRefusedEachTime();
    if (signal.aborted) return;
    // Stays busy for good: there is nothing left to find out.
    if (refused) return onRefused();
    isBusy = false;
    log.info('no proof that Discord refuses DISCORD_TOKEN; going on');
  }

  return {
    /** Call after a 401. Returns at once; at most one check runs in the background. */
    suspect(): void {
      if (isBusy || signal.aborted) return;
      isBusy = true;
      // Rejects only on a stop.
      void check().catch(() => undefined);
    },
  };
}

/**
 * `GET /users/@me` is the cheapest request that needs the token. A page with a 401 comes from
 * something in between and says nothing about the token, however often it comes.
 */
export async function isTokenRefusedBy(rest: REST): Promise<boolean> {
  try {
    await rest.get(Routes.user(), { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return false;
  } catch (error) {
    return isTokenRefused(error);
  }
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
