import { z } from 'zod';

/** What a slash command's option can be; `optionsOf` reads them. */

export const text = (description: string, { max = 100 } = {}) =>
  z.string().trim().min(1).max(max).describe(description);

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

/** The parts of an option's JSON schema that Discord can express. */
const optionSchema = z.object({
  type: z.enum(['string', 'boolean']),
  description: z.string(),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  discord: z.enum(['channel', 'role']).optional(),
});

/** A command's options, as Discord, `/help` and the docs show them. */
export function optionsOf({ options }: { readonly options: z.ZodObject }) {
  const { properties = {}, required = [] } = z.toJSONSchema(options, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => ({
    ...optionSchema.parse(property),
    name,
    isRequired: required.includes(name),
  }));
}
