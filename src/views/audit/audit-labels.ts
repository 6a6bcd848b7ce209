import type { Entry } from '../../domain/changes/entry.js';
import type {
  AuditedSetting,
  SettingChanges,
} from '../../domain/changes/settings/setting-changes.js';
import { REFUSAL_WORDS } from '../errors/refusal-words.js';
import type { Tone } from '../kit/palette.js';

/** Short labels for the trail's codes, and the colour of each step. */

interface StepWords {
  /** Stands before the actor to catch the eye; missing for the usual. */
  readonly mark?: string;
  /** Of a post that has nothing graver; missing = neutral. */
  readonly tone?: Tone;
  /** Stands after the actor; `change` = which one. */
  readonly did: (change: string) => string;
}

export const STEP_WORDS: Record<Exclude<Entry['step'], 'set' | 'refused'>, StepWords> & {
  readonly refused: Omit<StepWords, 'did'>;
} = {
  asked: { did: (change) => `requested ${change}` },
  confirmed: { did: (change) => `confirmed ${change}` },
  refused: { mark: '⛔' },
  cancelled: { did: (change) => `cancelled ${change}` },
  expired: { did: (change) => `closed ${change}: nobody confirmed in time` },
  drifted: {
    tone: 'warning',
    did: (change) => `confirmed ${change}, but the pool’s values had changed, so nothing was sent`,
  },
  frozen: { mark: '🧊', tone: 'warning', did: () => 'froze all changes' },
  unfrozen: { did: () => 'unfroze changes' },
  sent: { did: (change) => `sent ${change}` },
  reported: { did: (change) => `got the pool’s answer to ${change}` },
  failed: { mark: '⚠️', tone: 'warning', did: (change) => `closed ${change}` },
  unknown: { mark: '⚠️', tone: 'bad', did: (change) => `doesn’t know the outcome of ${change}` },
  observed: { mark: '✅', tone: 'good', did: (change) => `saw ${change} at the pool` },
  lapsed: {
    mark: '⚠️',
    tone: 'warning',
    did: (change) =>
      `saw at the pool that nothing waits for approval any more, and that ${change} isn’t in force`,
  },
  resolved: { did: (change) => `checked the unknown outcome of ${change}` },
  'loosening-asked': { mark: '🔓', tone: 'warning', did: () => 'requested a looser rule' },
  'loosening-confirmed': { mark: '🔓', tone: 'warning', did: () => 'confirmed the looser rule' },
  'loosening-withdrawn': { did: () => 'withdrew the looser rule' },
  'found-elsewhere': { mark: '🚨', tone: 'bad', did: () => 'found at the pool' },
  behind: { mark: '⛔', tone: 'bad', did: () => 'found that audit entries are missing' },
  'restore-accepted': {
    mark: '⚠️',
    tone: 'bad',
    did: () => 'accepted that audit entries are missing',
  },
};

/** Of a change whose record has more to say than was asked for; `listedAs`: the pool's status, as a clause. */
export function moreSeenText(change: string, listedAs: string): string {
  return `saw ${change} at the pool${listedAs}, which says more of it: its card has it`;
}

export function closedAheadText(change: string): string {
  return `closed ${change}: it was requested while a clock was wrong, and its time lay ahead`;
}

/** Follows "couldn't". Attempted commands and ids are shown as received. */
export const ATTEMPT_WORDS: ReadonlyMap<string, StepWords['did']> = new Map<
  string,
  StepWords['did']
>([
  ['confirm', (change) => `confirm ${change}`],
  ['cancelled', (change) => `cancel ${change}`],
  ['asked-again', (change) => `ask again for ${change}`],
  ['resolved', (change) => `mark ${change} as checked`],
  ['frozen', () => 'freeze changes'],
  ['unfrozen', () => 'unfreeze changes'],
  ['loosening-confirmed', () => 'confirm a looser rule'],
  ['loosening-withdrawn', () => 'withdraw a looser rule'],
  ['restore-accepted', () => 'accept that audit entries are missing'],
]);

const WHY_WORDS = new Map(Object.entries(REFUSAL_WORDS).map(([why, { audit }]) => [why, audit]));

/** Null for a code of another version of the bot. */
export function whyText(why: string): string | null {
  return WHY_WORDS.get(why) ?? null;
}

export const SETTING_WORDS: Record<AuditedSetting, string> = {
  viewer: 'viewer roles',
  manager: 'manager roles',
  approver: 'approver roles',
  payments: 'payment changes',
  others: 'other changes',
  badChecksum: 'wrong checksums',
  paymentsWait: 'payment changes wait',
  othersWait: 'other changes wait',
  ping: 'role to ping',
  audit: 'audit channel',
  key: 'API key',
  currency: 'currency',
  timeZone: 'time zone',
  site: 'site',
  subaccounts: 'subaccounts',
};

export const RULE_WORDS: ReadonlyMap<string, string> = new Map([
  ['self', 'may be confirmed by the requester'],
  ['second', 'need a second person'],
  ['refuse', 'refused'],
  ['warn', 'allowed with a warning'],
]);

export const SET_WORDS: Record<SettingChanges['by'], { mark: string; did: string }> = {
  roles: { mark: '⚙️', did: 'set who may do what' },
  defaults: { mark: '⚙️', did: 'set the defaults' },
  key: { mark: '🔑', did: 'connected an API key' },
  disconnect: { mark: '🔑', did: 'disconnected the server' },
  'bot-removed': {
    mark: '🔑',
    did: 'forgot key and settings, because the bot was removed from the server',
  },
  loosened: { mark: '🔓', did: 'loosened a rule' },
  found: { mark: '⚠️', did: 'found settings that were changed without an entry' },
};
