import { vi } from 'vitest';

/** As `expect.poll`, which no hook may use, and no test beside others: it asks which test runs. */
export function eventually<Value>(
  check: () => Value | Promise<Value>,
  { timeout = 15_000 } = {},
): Promise<Value> {
  return vi.waitFor(check, { timeout });
}
