import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most of the time goes by in real processes that wait, so two at once fit a small machine.
    maxWorkers: 2,
  },
});
