import type { PostState } from './post-state.js';
import type { Occurrence } from './schedule.js';

/** The status of a schedule. */
export interface PostingStatus {
  readonly state: PostState;
  readonly next: Occurrence;
  /** Its time has come, and it is neither posted nor given up; null = none. */
  readonly due: Occurrence | null;
  /** How long after its local time this guild's posts go out, in ms. */
  readonly offsetMs: number;
}
