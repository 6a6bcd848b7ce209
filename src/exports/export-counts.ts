import { hashOf } from '../domain/json/canonical-json.js';
import type { Store } from '../store/store.js';

/** What the last whole export of something held. */
export interface ExportCount {
  readonly rows: number;
  /** In ms. */
  readonly at: number;
}

/** What was counted: the same filter in the same guild with the same key. */
export interface Counted {
  readonly guildId: string;
  readonly connectedAt: number;
  readonly filter: object;
}

export interface ExportCounts {
  /** Undefined where there was none, or long ago. */
  last(of: Counted): Promise<ExportCount | undefined>;
  note(of: Counted, count: ExportCount): Promise<void>;
}

const KEPT_MS = 90 * 86_400_000;

/**
 * The pool gives no total to rely on, so this is the one honest measure for a progress bar: how
 * many there were when they were last counted to the end.
 */
export function createExportCounts(store: Pick<Store, 'namespace'>): ExportCounts {
  const space = store.namespace<ExportCount>('export-counts');
  return {
    last: (of) => space.get(keyOf(of)),
    async note(of, count) {
      await space.set(keyOf(of), count, KEPT_MS);
    },
  };
}

function keyOf({ guildId, connectedAt, filter }: Counted): string {
  return `${guildId}:${hashOf([connectedAt, filter]).slice(0, 24)}`;
}
