import { afterEach, beforeEach } from 'vitest';
import type { LoopbackPool } from '../../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../../sandbox/pool/server.js';
import type { Workspace } from '../../../sandbox/pool/workspace.js';

interface Answer {
  readonly status: number;
  readonly text: string;
  /** Undefined if the text isn't JSON. */
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Harness {
  readonly pool: LoopbackPool;
  readonly workspace: Workspace;
  readonly key: string;
  get(path: string): Promise<Answer>;
  send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Answer>;
}

/** A separate pool for each test of the file; small, so that a test can walk all of it. */
export function usePool(): Harness {
  let running: Pick<Harness, 'pool' | 'workspace' | 'key'> | null = null;
  beforeEach(async () => {
    const pool = await startPool();
    running = { pool, ...pool.addWorkspace({ seed: 7, miners: 120 }) };
  });
  afterEach(() => running?.pool.close());

  function current() {
    if (!running) throw new Error('The pool runs only within a test');
    return running;
  }

  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set('authorization', current().key);
    const response = await fetch(`${current().pool.url}${path}`, {
      ...init,
      headers,
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, text, body: parse(text), headers: response.headers };
  }

  return {
    get pool() {
      return current().pool;
    },
    get workspace() {
      return current().workspace;
    },
    get key() {
      return current().key;
    },
    get: (path) => ask(path, {}),
    send: (method, path, body) =>
      ask(path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value deep in a body: `at(body, 'pagination', 'item_count')`. */
export function at(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    body,
  );
}

/** The list under the key; throws a plain error if there is none. */
export function rows(body: unknown, key: string): unknown[] {
  const found = at(body, key);
  if (!Array.isArray(found)) throw new TypeError(`No list ${key}`);
  return found;
}

export function day(workspace: Workspace, ago: number): string {
  return new Date(workspace.now() - ago * 86_400_000).toISOString().slice(0, 10);
}
