import type { Reply } from '../../domain/messages/reply.js';
import { cardReply } from '../kit/card.js';
import { code, joinList } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** One finding. Each sign has a word beside it, for people who don't see colours. */
export interface Diagnostic {
  readonly what: string;
  readonly state: 'ok' | 'failed' | 'warning' | 'skipped';
  /** What was found, or why nothing was; escaped. */
  readonly detail: string;
}

export const SIGNS = {
  ok: '✅ ok',
  failed: '❌ failed',
  warning: '⚠️ warning',
  skipped: '➖ not checked',
} as const;
/** Problems first. */
const STATES = ['failed', 'warning', 'ok', 'skipped'] as const;

export function checkupReply(findings: readonly Diagnostic[], readAt: number): Reply {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  return cardReply({
    title: titleOf(findings),
    tone: failed === 0 ? 'good' : 'warning',
    lines: findingLines(findings),
    readAt,
    footer: 'Checked',
  });
}

/** Unchecked items don't count as passed. */
function titleOf(findings: readonly Diagnostic[]): string {
  const checked = findings.filter(({ state }) => state !== 'skipped');
  const skipped = findings.length - checked.length;
  if (!checked.every(({ state }) => state === 'ok')) return countsOf(findings);
  return skipped === 0
    ? `All ${checked.length} checks passed`
    : `${checked.length} checks passed, ${skipped} not checked`;
}

/** `1 failed, 17 ok, 3 not checked`: unchecked items neither failed nor passed. */
function countsOf(findings: readonly Diagnostic[]): string {
  return STATES.map((state) => ({
    many: findings.filter((each) => each.state === state).length,
    word: SIGNS[state].replace(/^\S+ /, ''),
  }))
    .flatMap(({ many, word }) => (many === 0 ? [] : [`${many} ${word}`]))
    .join(', ');
}

/** Merges equal findings: an unreachable pool fails every read alike. */
function findingLines(findings: readonly Diagnostic[]): string[] {
  return STATES.flatMap((state) => {
    const names = new Map<string, string[]>();
    for (const { what, detail } of findings.filter((each) => each.state === state))
      names.set(detail, [...(names.get(detail) ?? []), `**${what}**`]);
    return [...names].map(
      ([detail, whats]) => `${SIGNS[state]} · ${joinList(whats, whats.length)} · ${detail}`,
    );
  });
}

export const readDetail = 'answered and readable';
export const NO_CONTRACT_ID =
  'the pool’s list gives no ids, so this is checked once somebody uses `/derivatives contract`';
export const NO_ACTION_ID =
  'the pool can’t list fleet actions, so this is checked once somebody uses `/action status`';
export const NOT_OFFERED = 'this pool doesn’t offer this version (404); the other one is used';
export const OTHER_UNREAD =
  'this pool doesn’t offer this version (404), and the other one couldn’t be read';
export const NEITHER_OFFERED =
  'this pool offers neither version (404), so `/derivatives payments` can show nothing';

export function keyDetail(lastFour: string): string {
  return `the key ending in ${code(lastFour)} is stored encrypted and can be decrypted`;
}

export const NOTHING_OPEN = 'not frozen; no change has an unknown outcome';
export function unheardText(roles: string, where: 'here' | 'there'): string {
  return `a mention of ${roles} notifies nobody ${where}: let everyone mention the role, or give the bot “Mention All Roles”`;
}

/** The role that is pinged for a second person, as heard in this channel. */
export function pingFinding(roleId: string, heard: 'heard' | 'unheard' | 'gone'): Diagnostic {
  const what = 'Role to ping';
  const role = `<@&${roleId}>`;
  if (heard === 'heard') return { what, state: 'ok', detail: `${role} is notified here` };
  const detail =
    heard === 'gone'
      ? 'this server has no such role any more, so nobody is notified of a change that waits for a second person: `/setup roles` sets another with its option `ping`'
      : unheardText(role, 'here');
  return { what, state: heard === 'gone' ? 'failed' : 'warning', detail };
}

export const STORE_USABLE = 'saves what it is given';
export const STORE_UNUSABLE =
  'the bot can’t save anything right now, so no change can be requested, confirmed or recorded. The bot’s operator finds the reason in its log.';

/** The probe's small write may fit where an entry doesn't. */
export function entryUnsavedSentence(failedAt: number): string {
  return `an entry of an audit trail couldn’t be saved ${timestamp(failedAt, 'R')}, and none has been since, so changes may be refused. The bot’s operator finds the reason in its log.`;
}

/** `at`: when its first missing entry was entered, in ms. */
export function lackingDetail({ seq, at }: { readonly seq: number; readonly at: number }): string {
  return `it lacks entries of the audit trail since entry ${seq} (${timestamp(at, 'R')}). \`/changes export\` has them; if this stays so, the bot’s operator finds the reason in its log.`;
}

export const NO_AUDIT_CHANNEL = 'none is set; `/setup defaults` sets one';

export function clockDetail(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / SECOND_MS);
  if (seconds === 0) return 'within a second of Discord’s';
  return `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} Discord’s`;
}
