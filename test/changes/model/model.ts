import type { Member } from '../../../src/domain/access.js';
import type { Changes } from '../../../src/changes/engine.js';
import type { Entry } from '../../../src/changes/entry.js';
import { PEOPLE, type World } from '../fakes/world.js';

/** What people really did, held apart from anything the engine says. */
export interface Model {
  readonly clicks: Click[];
  /** Entries that were cut off when an older copy of the store was put back. */
  readonly lost: Entry[];
  /** Puts the last copy back. */
  copy: (() => void) | null;
  rule: 'self' | 'second';
  haveRoles: boolean;
}

export interface Real {
  readonly world: World;
  readonly processes: [Changes, Changes];
}

/** A confirmation as it was really given. */
export interface Click {
  readonly changeId: string;
  readonly who: Who;
}

export type Who = keyof typeof PEOPLE;

export function memberOf(who: Who, { haveRoles }: Model): Member {
  return haveRoles ? PEOPLE[who] : { ...PEOPLE[who], roleIds: [] };
}
