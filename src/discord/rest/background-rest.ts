import { DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import { DiscordSilent, LongRateLimit } from '../../domain/errors/discord-errors.js';
import { createStepWatch } from './clock-step.js';
import { createLateMessages } from './late-messages.js';
import { rateLimitedRequest } from './rate-limited-request.js';
import { requestDone, type OnFinishedRequest } from './request-done.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** If Discord or a proxy's 429 asks for a longer wait, the attempt counts as failed. */
const MAX_WAIT_MS = MINUTE_MS;

interface BackgroundRestOptions {
  readonly apiUrl: string;
  readonly makeRequest?: RESTOptions['makeRequest'] | undefined;
  readonly onRequest?: OnFinishedRequest | undefined;
}

/** discord.js's REST queue, for everything except replies to interactions. */
export function createBackgroundRest({
  apiUrl,
  makeRequest = DefaultRestOptions.makeRequest,
  onRequest,
}: BackgroundRestOptions) {
  const lateMessages = createLateMessages();
  const rest = new REST({
    api: apiUrl,
    version: '10',
    makeRequest: lateMessages.holdBack(rateLimitedRequest(counted(makeRequest, onRequest))),
    rejectOnRateLimit({ timeToReset, retryAfter, global }) {
      const waitMs = Math.max(timeToReset, retryAfter);
      if (waitMs <= MAX_WAIT_MS) return false;
      throw new LongRateLimit(Date.now() + waitMs, global);
    },
  });
  const waiting = new Set<(reason: Error) => void>();
  const wasSetBack = createStepWatch();
  const request = rest.request.bind(rest);
  let isOver = false;
  rest.request = (options) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(stopping());
      if (wasSetBack()) forgetLimits(rest);
      lateMessages.begin(options);
      waiting.add(reject);
      void request(options)
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  return {
    rest,
    /** How many are in progress or waiting. */
    waiting: () => waiting.size,
    /** Fails everything that is waiting, and all later requests. Returns how many were waiting. */
    giveUp: (): number => {
      isOver = true;
      const { size } = waiting;
      for (const reject of waiting) reject(stopping());
      waiting.clear();
      return size;
    },
  };
}

function counted(
  makeRequest: RESTOptions['makeRequest'],
  onRequest: OnFinishedRequest | undefined,
): RESTOptions['makeRequest'] {
  if (onRequest === undefined) return makeRequest;
  return async (url, init) => {
    const startedAt = performance.now();
    let answered: number | null = null;
    try {
      const response = await makeRequest(url, init);
      answered = response.status;
      return response;
    } finally {
      onRequest(requestDone('others', answered, startedAt));
    }
  };
}

function stopping(): DiscordSilent {
  return new DiscordSilent('given up, because the process is stopping');
}

/**
 * discord.js counts requests by the wall clock: if that is set back an hour, it would wait for an
 * hour. If a limit still applies, Discord says so again.
 */
function forgetLimits(rest: REST): void {
  rest.globalReset = -1;
  rest.handlers.clear();
}
