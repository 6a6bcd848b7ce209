import { createExports } from './export.js';
import { createFollows, type FollowParts } from './follow.js';

export type Fleet = ReturnType<typeof createFleet>;

/** Work that takes longer than an answer: following a fleet action, and files of all miners. */
export function createFleet(parts: FollowParts) {
  return { ...createFollows(parts), ...createExports(parts.clock) };
}
