import { z } from 'zod';
import { hashOf } from '../../domain/json/canonical-json.js';
import { openRows } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { DAY_MS } from '../../domain/time/units.js';

/** What the last complete export held. */
const exportCount = z.object({
  rows: z.number(),
  /** In ms. */
  at: z.number(),
});
type ExportCount = z.output<typeof exportCount>;

/** Exports with equal filters cover equal miners. */
interface CountedExport {
  readonly guildId: string;
  readonly connectedAt: number;
  readonly filter: object;
}

const KEPT_MS = 90 * DAY_MS;

/** Rows of the last complete export, for the progress bar: the pool's total isn't reliable. */
export function createExportCounts(store: Pick<Store, 'namespace'>) {
  const space = openRows(store, { space: 'export-counts', schema: exportCount });
  return {
    /** Undefined if there was none within `KEPT_MS`. */
    last: (of: CountedExport) => space.find(keyOf(of)),
    async note(of: CountedExport, count: ExportCount): Promise<void> {
      await space.set(keyOf(of), count, KEPT_MS);
    },
  };
}

export type ExportCounts = ReturnType<typeof createExportCounts>;

function keyOf({ guildId, connectedAt, filter }: CountedExport): string {
  return `${guildId}:${hashOf([connectedAt, filter]).slice(0, 24)}`;
}
