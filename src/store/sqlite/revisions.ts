import { z } from 'zod';
import type { Bound, Prepare, Write } from './statements.js';

export type Revisions = ReturnType<typeof createRevisions>;

/** Makes `Store.revision`: writes by others, as SQLite counts them, plus this process's own. */
export function createRevisions(prepare: Pick<Prepare, 'read'>) {
  /** By namespace or stream; `data_version` doesn't count these. */
  const written = new Map<string, number>();
  const version = prepare.read('PRAGMA data_version').as(z.object({ data_version: z.int() }));
  let asking: Promise<{ readonly data_version: number } | undefined> | undefined;

  return {
    async of(name: string): Promise<string | null> {
      // One query for all who ask in the same turn of the event loop.
      asking ??= version.first().finally(() => (asking = undefined));
      const others = await asking;
      return others ? `${others.data_version}:${written.get(name) ?? 0}` : null;
    },
    counted<Rest extends readonly Bound[]>(
      write: Write<[name: string, ...Rest]>,
    ): Write<[name: string, ...Rest]> {
      return async (name, ...rest) => {
        try {
          return await write(name, ...rest);
        } finally {
          written.set(name, (written.get(name) ?? 0) + 1);
        }
      };
    },
  };
}
