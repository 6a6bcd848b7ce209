import { z } from 'zod';

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
