import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { z } from 'zod';

/** Ids of registered commands, by what people type after the slash: `changes show`. */
export type CommandIds = ReadonlyMap<string, string>;

const registered = z.array(
  z.object({
    id: z.string().regex(/^\d{1,20}$/),
    name: z.string(),
    options: z
      .array(z.object({ type: z.enum(ApplicationCommandOptionType), name: z.string() }))
      .default([]),
  }),
);

/** From Discord's answer to the registration; none if it can't be read. */
export function readCommandIds(answer: unknown): [path: string, id: string][] {
  const read = registered.safeParse(answer);
  if (!read.success) return [];
  return read.data.flatMap(({ id, name, options }) => {
    const subs = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
    // A command with subcommands can't be run itself, nor tapped; only its subcommands can.
    const paths = subs.length === 0 ? [name] : subs.map((sub) => `${name} ${sub.name}`);
    return paths.map((path): [string, string] => [path, id]);
  });
}
