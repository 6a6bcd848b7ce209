import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A worker keeps what it imported and the bot it started: one bot serves many journeys.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 10_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: { name: 'rooms', include: ['test/**/*.test.ts'], exclude: ['test/killed/**'] },
      },
      {
        extends: true,
        test: {
          name: 'killed',
          include: ['test/killed/**/*.test.ts'],
          globalSetup: 'test/killed/build.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
