import type { Member } from '../../../src/domain/guild/access-levels.js';
import type { Changes } from '../../../src/changes/changes.js';
import type { Entry } from '../../../src/domain/changes/entry.js';
import { PEOPLE, type ChangesHarness } from '../fakes/changes-harness.js';

/** What people really did, kept separately from anything the engine says. */
export interface Model {
  readonly clicks: Click[];
  /** Entries that were cut off when an older copy of the store was restored. */
  readonly lost: Entry[];
  /** Restores the last copy. */
  copy: (() => void) | null;
  /** The rule in force. */
  rule: Rule;
  /** By change id: the rule in force when it was requested. */
  readonly askedUnder: Map<string, Rule>;
  /** Who wanted to loosen the rule, for as long as it may wait. */
  wish: Wish | null;
  haveRoles: boolean;
}

export type Rule = 'self' | 'second';

interface Wish {
  readonly by: Who;
  readonly at: number;
  readonly confirmedBy: Who[];
}

export interface Real {
  readonly world: ChangesHarness;
  readonly processes: [Changes, Changes];
}

/** A confirmation as really given. */
export interface Click {
  readonly changeId: string;
  readonly who: Who;
}

export type Who = keyof typeof PEOPLE;

export function memberOf(who: Who, { haveRoles }: Model): Member {
  return haveRoles ? PEOPLE[who] : { ...PEOPLE[who], roleIds: [] };
}
