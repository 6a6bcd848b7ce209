import { z } from 'zod';
import { UserError } from '../errors.js';

/** What a slash command's option can be; registration derives Discord's option type from these. */

export const text = (description: string, { max = 100, min = 1 } = {}) =>
  z.string().trim().min(min).max(max).describe(description);

export const choice = <const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
) => z.enum(values).describe(description);

export const flag = (description: string) => z.boolean().describe(description);

/** A text or announcement channel, or a thread; its id. */
export const channel = (description: string) =>
  z.string().describe(description).meta({ discord: 'channel' });

/** A role; its id. */
export const role = (description: string) =>
  z.string().describe(description).meta({ discord: 'role' });

/** @throws UserError that names the option, what is wrong, and what is accepted */
export function parseOptions<Options extends z.ZodObject>(
  options: Options,
  received: Record<string, unknown>,
): z.output<Options> {
  const parsed = options.safeParse(received);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? 'option';
  throw new UserError(`Check the ${name}`, `\`${name}\`: ${issue?.message ?? 'not accepted'}.`);
}
