import { ConfigError } from '../config/config.js';
import { StoreError } from '../domain/errors/store-errors.js';
import { withSourcePositions } from '../ops/source-positions.js';
import { StoreUnusable } from '../store/unusable.js';

/** What was typed on the command line isn't accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Reports what the tool throws, with exit code 1. */
export async function runTool(main: () => Promise<void>): Promise<void> {
  // Whoever reads the output may have read enough, as `head` does.
  process.stdout.on('error', () => process.exit());
  try {
    await main();
  } catch (error) {
    reportFatal(error);
    process.exitCode = 1;
  }
}

/** Prints a sentence if the operator can fix it, otherwise the stack, which holds no key. */
export function reportFatal(error: unknown): void {
  const inWords = [ConfigError, UsageError, StoreUnusable, StoreError].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const report = inWords ? message : withSourcePositions(stack ?? message);
  process.stderr.write(`${report}\n`);
}
