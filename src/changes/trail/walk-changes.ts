import type { Change } from '../../domain/changes/change.js';
import type { Trail } from './trail.js';

const PER_BATCH = 50;

/** All changes of a guild, oldest first, read on demand: never all at once. */
export async function* walkChanges(
  trail: Trail,
  guildId: string,
): AsyncGenerator<readonly Change[]> {
  const { digests } = await trail.state(guildId);
  let batch: Change[] = [];
  for (const [id] of digests.entries()) {
    const change = await trail.changeOf(guildId, id);
    if (change !== undefined) batch.push(change);
    if (batch.length < PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
