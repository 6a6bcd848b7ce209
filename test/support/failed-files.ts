import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes which files failed, one path a line, for `check.mjs`; nothing where it wasn't asked to. */
export const failedFiles: Reporter = {
  async onTestRunEnd(modules, unhandled) {
    const file = process.env['FAILED_FILES'];
    if (file === undefined) return;
    await rm(file, { force: true });
    const failed = modules.filter((module) => !hasPassed(module));
    // What no file stands for can't be tried again.
    if (unhandled.length > 0 || failed.length === 0) return;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, failed.map((each) => `${each.relativeModuleId}\n`).join(''));
  },
};

function hasPassed(module: TestModule): boolean {
  return module.state() === 'passed' || module.state() === 'skipped';
}
