import { hashOf } from '../../domain/json/canonical-json.js';
import type { Store } from '../../store/store.js';
import { DAY_MS } from '../../domain/time/units.js';

/** What the last complete export held. */
interface ExportCount {
  readonly rows: number;
  /** In ms. */
  readonly at: number;
}

/** Exports with equal filters cover equal miners. */
interface CountedExport {
  readonly guildId: string;
  readonly connectedAt: number;
  readonly filter: object;
}

const KEPT_MS = 90 * DAY_MS;

/** Rows of the last complete export, for the progress bar: the pool's total isn't reliable. */
export function createExportCounts(store: Pick<Store, 'namespace'>) {
  const space = store.namespace<ExportCount>('export-counts');
  return {
    /** Undefined if there was none within `KEPT_MS`. */
    last: (of: CountedExport) => space.get(keyOf(of)),
    async note(of: CountedExport, count: ExportCount): Promise<void> {
      await space.set(keyOf(of), count, KEPT_MS);
    },
  };
}

export type ExportCounts = ReturnType<typeof createExportCounts>;

function keyOf({ guildId, connectedAt, filter }: CountedExport): string {
  return `${guildId}:${hashOf([connectedAt, filter]).slice(0, 24)}`;
}
