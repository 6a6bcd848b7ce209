import type { KeyedQueue } from '../domain/async/keyed-queue.js';
import type { Expiry } from '../domain/changes/expiry.js';
import type { Channels } from '../domain/messages/channels-port.js';
import type { AgeOf } from '../domain/time/ages.js';
import type { Clock } from '../domain/time/clock.js';
import type { Uptime } from '../domain/time/uptime.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Store } from '../store/store.js';
import type { RestoreDetector } from './trail/restore-detector.js';
import type { Trail } from './trail/trail.js';

/** What cards and posts work with, and all others too; connected in `create-engine.ts`. */
export interface SharedParts {
  readonly store: Store;
  readonly trail: Trail;
  readonly restoreDetector: RestoreDetector;
  readonly guilds: Guilds;
  readonly channels: Channels;
  readonly clock: Clock;
  readonly uptime: Uptime;
  /** Whatever was long ago when it is first asked for is told by the wall clock. */
  readonly ageOf: AgeOf;
  readonly expiry: Expiry;
  readonly queue: KeyedQueue;
  readonly consoleUrl?: string | undefined;
  /** Errors that no user is waiting to hear about. */
  readonly onError: (what: string, error: unknown) => void;
}
