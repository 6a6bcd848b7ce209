import { z } from 'zod';
import type { BoundValue, Preparer, WriteStatement } from './statements.js';

export type Revisions = ReturnType<typeof createRevisions>;

/** Makes `Store.revision`: writes by others, as SQLite counts them, plus this process's own. */
export function createRevisions(prepare: Pick<Preparer, 'read'>) {
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
    counted<Rest extends readonly BoundValue[]>(
      write: WriteStatement<[name: string, ...Rest]>,
    ): WriteStatement<[name: string, ...Rest]> {
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
