import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 30_000,
    // What is waited for may take its time on a loaded machine; it fails all the same if it never comes.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    // Most of the time goes by in real processes that wait, so two at once fit a small machine.
    maxWorkers: 2,
  },
});
