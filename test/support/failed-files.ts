import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes the paths of failed files for `check.mjs`, one per line; does nothing unless asked to. */
export const failedFiles: Reporter = {
  async onTestRunEnd(modules, unhandled) {
    const file = process.env['FAILED_FILES'];
    if (file === undefined) return;
    await rm(file, { force: true });
    const failed = modules.filter((module) => !hasPassed(module));
    // A failure without a file can't be retried.
    if (unhandled.length > 0 || failed.length === 0) return;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, failed.map((each) => `${each.relativeModuleId}\n`).join(''));
  },
};

function hasPassed(module: TestModule): boolean {
  return module.state() === 'passed' || module.state() === 'skipped';
}
