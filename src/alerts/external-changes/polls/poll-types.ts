import type { ExternalChangesTurn } from '../../watch/ask-pool.js';
import type { WatchedList } from '../lists/watched-list-store.js';

/** A list whose turn it is to be polled. */
export interface ListPoll {
  readonly guildId: string;
  /** When the key in use was connected. */
  readonly since: number;
  readonly list: WatchedList;
  readonly now: number;
}

/** What a poll of a list that could be read comes to. */
export interface ListPollOutcome extends Pick<ExternalChangesTurn, 'occurrences' | 'noted'> {
  readonly outcome: 'done' | 'again' | 'more' | 'postponed';
}
