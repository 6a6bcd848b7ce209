import { parseArgs } from 'node:util';
import { say, UsageError } from './cli.js';

/**
 * What was typed behind `npm run NAME --`, every option with a value unless it is in `flags`. Throws
 * `UsageError` for anything else; `usage` says what is accepted.
 */
export function readArguments<Option extends string, Flag extends string = never>(
  { options, flags = [], usage }: ArgumentNames<Option, Flag>,
  args: readonly string[] = process.argv.slice(2),
): Readonly<Partial<Record<Option, string> & Record<Flag, true>>> {
  if (args.some((each) => each === '--help' || each === '-h')) {
    say(usage);
    process.exit(0);
  }
  const known = Object.fromEntries([
    ...options.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  try {
    const { values } = parseArgs({ args: [...args], options: known, strict: true });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parseArgs has checked it
    return values as Partial<Record<Option, string> & Record<Flag, true>>;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n${usage}`);
  }
}

interface ArgumentNames<Option, Flag> {
  readonly options: readonly Option[];
  readonly flags?: readonly Flag[];
  readonly usage: string;
}
