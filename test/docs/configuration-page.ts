import { z } from 'zod';
import { environment } from '../../src/config/environment.js';
import { table } from './markdown.js';

/** docs/configuration.md, from what the process accepts. */
export function configurationPage(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => [
    `\`${name}\``,
    z.globalRegistry.get(schema)?.description ?? '',
    acceptedBy(schema),
    defaultOf(schema),
  ]);
  return `# Configuration

Pitboss reads its settings from the environment, and from a file \`.env\` in the folder in which it is started: copy \`.env.example\` and fill in what is required. What the process is given already goes before the file. An empty variable counts as not set.

All faults are told together at the start, with exit code 1 and what would be accepted; no secret is printed. The tools (\`npm run backup\`, \`verify-audit\` and the others) read the same settings.

${table([['variable', 'what it is for', 'accepted', 'default'], ...rows])}

What a store has to be set to, and what \`STORE_MAY_LOSE\` names, stands in the [README](../README.md#run-it-for-real).
`;
}

/** In the words used to report a fault. */
function acceptedBy(schema: z.ZodType): string {
  const accepted = z.globalRegistry.get(schema)?.accepted;
  if (accepted !== undefined) return accepted;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const inner: unknown = schema.unwrap();
    if (inner instanceof z.ZodType) return acceptedBy(inner);
  }
  throw new Error('a variable does not say what it accepts');
}

function defaultOf(schema: z.ZodType): string {
  const read = schema.safeParse(undefined);
  if (!read.success) return '**required**';
  if (read.data === undefined) return 'not set';
  if (read.data === '') return 'empty';
  return `\`${typeof read.data === 'string' ? read.data : JSON.stringify(read.data)}\``;
}
