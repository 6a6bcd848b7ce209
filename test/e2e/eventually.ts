import { vi } from 'vitest';

/** Like `expect.poll`, which hooks and concurrent tests can't use: it asks which test runs. */
export function eventually<Value>(
  check: () => Value | Promise<Value>,
  { timeout = 25_000 } = {},
): Promise<Value> {
  return vi.waitFor(check, { timeout });
}
