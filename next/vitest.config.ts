import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A worker keeps what it imported and the bot it started: one bot serves many journeys.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 10_000,
    hookTimeout: 20_000,
  },
});
