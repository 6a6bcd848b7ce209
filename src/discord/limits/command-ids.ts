import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { z } from 'zod';

/** Ids of registered commands, by what people type after the slash: `changes show`. */
export type CommandIds = ReadonlyMap<string, string>;

const described = z.object({
  name: z.string(),
  options: z.array(z.object({ type: z.number(), name: z.string() })).catch([]),
});
const registered = z.array(described.extend({ id: z.string().regex(/^\d{1,20}$/) }));

/** From Discord's answer to the registration; none if it can't be read. */
export function readCommandIds(answer: unknown): [path: string, id: string][] {
  const read = registered.safeParse(answer);
  if (!read.success) return [];
  return read.data.flatMap((each) =>
    pathsOf(each).map((path): [string, string] => [path, each.id]),
  );
}

/** What can be typed, by Discord's description of the commands; null if that can't be read. */
export function readCommandPaths(commands: unknown): string[] | null {
  return z.array(described).safeParse(commands).data?.flatMap(pathsOf) ?? null;
}

/** A command with subcommands can't be run itself, nor tapped; only its subcommands can. */
function pathsOf({ name, options }: z.output<typeof described>): string[] {
  const subs = options.filter(({ type }) => type === SUBCOMMAND);
  return subs.length === 0 ? [name] : subs.map((sub) => `${name} ${sub.name}`);
}

const SUBCOMMAND: number = ApplicationCommandOptionType.Subcommand;
