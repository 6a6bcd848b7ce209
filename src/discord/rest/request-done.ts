/** One attempt of a request to Discord, for metrics. */
export interface FinishedDiscordRequest {
  /** `interactions`: answers to people; `others`: posts, edits, registration and the like. */
  readonly path: 'interactions' | 'others';
  readonly outcome: 'taken' | 'refused' | 'rate-limited' | 'failed' | 'silent';
  readonly ms: number;
}

export type OnFinishedRequest = (done: FinishedDiscordRequest) => void;

/** `status`: null if no answer came. `startedAt`: from `performance.now()`. */
export function requestDone(
  path: FinishedDiscordRequest['path'],
  status: number | null,
  startedAt: number,
): FinishedDiscordRequest {
  return { path, outcome: outcomeOf(status), ms: performance.now() - startedAt };
}

function outcomeOf(status: number | null): FinishedDiscordRequest['outcome'] {
  if (status === null) return 'silent';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'taken';
}
