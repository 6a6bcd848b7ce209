import { defineConfig } from 'vitest/config';

/** For work in progress: the tests that need no built bot, without building one first. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
