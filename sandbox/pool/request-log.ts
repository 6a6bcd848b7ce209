import type { PoolRequest } from './loopback-pool.js';

const kept = 10_000;

/** A received request; `status` stays null until it is answered. */
export type OpenRequest = Omit<PoolRequest, 'status'> & { status: number | null };

export function createRequestLog() {
  const requests: OpenRequest[] = [];
  return {
    requests,
    add(request: Request, text: string | null): OpenRequest {
      const url = new URL(request.url);
      const query: Record<string, string[]> = {};
      for (const key of url.searchParams.keys()) query[key] ??= url.searchParams.getAll(key);
      const entry: OpenRequest = {
        method: request.method,
        path: `${decoded(url.pathname)}${decoded(url.search.replaceAll('+', ' '))}`,
        query,
        authorization: request.headers.get('authorization'),
        body: text === null ? null : (parseJson(text) ?? text),
        at: Date.now(),
        status: null,
      };
      requests.push(entry);
      if (requests.length > kept) requests.shift();
      return entry;
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
