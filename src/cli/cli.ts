import { ConfigError } from '../config/config.js';
import { StoreError } from '../domain/errors/errors.js';
import { StoreUnusable } from '../store/unusable.js';

/** How the bot and its tools speak to whoever runs them, on standard output and error. */

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a tool to its end. What it throws is said, with exit code 1. */
export async function runTool(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    reportFatal(error);
    process.exitCode = 1;
  }
}

/**
 * What the operator can mend is said in words. Anything else is a bug or a lost store: its stack
 * helps, and holds no key.
 */
export function reportFatal(error: unknown): void {
  const inWords = [ConfigError, StoreUnusable, StoreError].some((kind) => error instanceof kind);
  const report = error instanceof Error ? (inWords ? error.message : error.stack) : String(error);
  process.stderr.write(`${report}\n`);
}
