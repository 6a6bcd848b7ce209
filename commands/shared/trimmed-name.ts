import type { Context } from '../../src/command.js';
import { namesAndSitesForChange } from '../../src/pool-api/lists/known-names.js';

/** Trims spaces only, because other characters belong to the name. */
export function withoutOuterSpaces(name: string): string {
  return name.replaceAll(/^ +| +$/g, '');
}

/** The name as the pool lists it, with or without outer spaces, for use in a change. */
export async function existingName(typed: string, { pool }: Context): Promise<string> {
  const name = withoutOuterSpaces(typed);
  if (name === typed || name === '') return typed;
  const { names } = await namesAndSitesForChange(pool);
  return names.includes(typed) ? typed : name;
}
