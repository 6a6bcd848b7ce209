import { z } from 'zod';
import { storeRecord } from './adapter/record.js';
import { checkRow } from './rows.js';
import { StoreUnusable } from './unusable.js';

/** Where a store says that no bot may use it. */
export const CLOSED = { space: 'store-closed', key: 'closed' } as const;

/** The run of a tool that may write, by a token of its own; earlier versions named none. */
const run = z.string().optional();

/** `id`: of the move or restore that closed it. `at` in ms. `to` and `from`: for people. */
const mark = z.discriminatedUnion('state', [
  z.object({ state: z.literal('deleting'), at: z.number(), server: z.string(), run }),
  z.object({ state: z.literal('moving'), id: z.string(), at: z.number(), to: z.string(), run }),
  z.object({ state: z.literal('moved'), id: z.string(), at: z.number(), to: z.string(), run }),
  z.object({
    state: z.literal('filling'),
    id: z.string(),
    at: z.number(),
    from: z.string(),
    run,
    /** The place of the last record that is surely here; without its text, in this version. */
    after: storeRecord.optional(),
  }),
]);
export type ClosedMark = z.output<typeof mark>;

/** `stored`: the mark's value; undefined = the store is open. Throws `DamagedEntry`. */
export function readClosed(stored: unknown): ClosedMark | undefined {
  return checkRow({ space: CLOSED.space, schema: mark }, CLOSED.key, stored);
}

/** Throws `StoreUnusable`, in words for the operator, if the store is closed. */
export function refuseClosed(stored: unknown): void {
  const found = readClosed(stored);
  if (found !== undefined) throw closedError(found);
}

export function closedError(found: ClosedMark): StoreUnusable {
  return new StoreUnusable(closedSentence(found));
}

function closedSentence(found: ClosedMark): string {
  const since = `since ${new Date(found.at).toISOString()}`;
  if (found.state === 'deleting')
    return `The data of a server is being deleted from this store (${since}). Nothing has been changed. Let \`npm run server-data\` end, or run \`npm run server-data -- --server ${found.server} --delete\` again if it was interrupted.`;
  if (found.state === 'filling')
    return `This store is being filled from ${found.from} (${since}) and isn’t complete. Nothing has been changed. Run \`npm run move-store\` or \`npm run restore\` again, to its end.`;
  if (found.state === 'moving')
    return `This store is being moved to ${found.to} (${since}). Nothing has been changed. Let \`npm run move-store\` end, or run it again if it was interrupted. To go on with this store instead, open it again with \`npm run move-store -- --reopen\`.`;
  return `This store was moved to ${found.to} (${since}). Nothing has been changed. Point STORE_URL or DATA_DIR there. To go back to this store, which lacks everything since, open it again with \`npm run move-store -- --reopen\`.`;
}
