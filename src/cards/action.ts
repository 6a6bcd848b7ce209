import { customId } from '../discord/custom-id.js';
import type { Button, Card, Tone } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { Read } from '../pool/pool.js';
import type { FleetAction } from '../pool/schemas.js';
import { count, decimal, NOT_GIVEN } from './kit/figures.js';
import { code, dotted, escape, plural } from './kit/text.js';
import { momentText } from './kit/times.js';

type ActionProgress = ReturnType<typeof actionProgress>;

/** Words that the pool has been seen to use, or is likely to, for an action that has ended. */
const DONE = new Set(['COMPLETED', 'COMPLETE', 'DONE', 'FINISHED', 'SUCCESS', 'SUCCEEDED']);
const BROKEN_OFF = new Set(['FAILED', 'CANCELLED', 'CANCELED', 'EXPIRED', 'REJECTED']);

/**
 * Counts are null if the pool gives none. Some servers leave out a counter of zero: once the other
 * counts all miners, it is zero.
 */
function actionProgress(action: FleetAction) {
  const total = counter(action.total_miners);
  const [ok, failed] = [counter(action.success_miners), counter(action.error_miners)];
  const counted = (ok ?? 0) + (failed ?? 0);
  const isCounted = total !== null && total > 0 && counted >= total;
  const status = statusWord(action);
  return {
    total,
    ok: isCounted ? (ok ?? 0) : ok,
    failed: isCounted ? (failed ?? 0) : failed,
    isOver: isCounted || DONE.has(status) || BROKEN_OFF.has(status),
  };
}

/** `🏁 **Reboot at Cedar Ridge finished:** 113 of 120 ok, 7 failed.`; null while it runs. */
export function actionEnding(action: FleetAction, siteName?: string): string | null {
  const { isOver, total, ok, failed } = actionProgress(action);
  if (!isOver) return null;
  const what = escape(action.action_type || 'Fleet action', 60);
  const place = siteName === undefined ? '' : ` at ${escape(siteName, 40)}`;
  const isBrokenOff = BROKEN_OFF.has(statusWord(action));
  const how = isBrokenOff ? `ended as ${escape(action.status, 60)}` : 'finished';
  if (total === null || ok === null || failed === null) return `🏁 **${what}${place} ${how}**`;
  return `🏁 **${what}${place} ${how}:** ${count(ok)} of ${count(total)} ok, ${count(failed)} failed.`;
}

/** `token`: the action's id, as `remember` keeps it. */
export function actionButtons(action: FleetAction, token: string): Button[] {
  const failed = { label: 'Failed miners', id: customId('action-failed', token) };
  const csv = { label: 'CSV', id: customId('action-csv', token) };
  return hasFailed(action, actionProgress(action)) ? [failed, csv] : [csv];
}

export function actionCard({ value: action, readAt }: Read<FleetAction>, siteName?: string): Card {
  const progress = actionProgress(action);
  const type = escape(action.action_type || 'Fleet action', 60);
  return {
    title: siteName === undefined ? type : `${type} · ${escape(siteName, 40)}`,
    tone: toneOf(action, progress),
    lines: [
      stateLine(action, progress),
      countsLine(progress),
      codesLine(action),
      action.description ? `-# ${escape(action.description, 300)}` : null,
      `-# Started ${momentText(action.created_at, 'R')} by ${escape(action.initiated_by || NOT_GIVEN)}`,
    ],
    at: readAt,
  };
}

function toneOf(action: FleetAction, progress: ActionProgress): Tone {
  if (hasFailed(action, progress) || BROKEN_OFF.has(statusWord(action))) return 'warning';
  return progress.isOver ? 'good' : 'open';
}

function hasFailed(action: FleetAction, { failed }: ActionProgress): boolean {
  return (failed ?? 0) > 0 || failedMiners(action).length > 0;
}

function stateLine({ status }: FleetAction, { total, ok, failed }: ActionProgress): string {
  const word = `**${escape(status || 'Status not given', 60)}**`;
  if (total === null || ok === null || failed === null) return word;
  return `${word} · ${count(ok + failed)} of ${count(total)} finished`;
}

function countsLine({ total, ok, failed }: ActionProgress): string {
  const failures =
    failed !== null && failed > 0 ? `**${count(failed)} failed**` : `${count(failed)} failed`;
  if (total !== null && total > 0 && ok !== null && failed !== null)
    return `${bar((ok + failed) / total)} ${count(ok)} ok · ${failures}`;
  const counts = [
    ok === null ? `ok ${NOT_GIVEN}` : `${count(ok)} ok`,
    failed === null ? `failed ${NOT_GIVEN}` : failures,
    total === null ? `miners ${NOT_GIVEN}` : plural(total, 'miner'),
  ];
  return counts.join(' · ');
}

const BAR = 20;

/** Full only if nothing is left. */
function bar(share: number): string {
  const filled = Math.floor(BAR * Math.min(1, share));
  return code('█'.repeat(filled) + '░'.repeat(BAR - filled));
}

const MAX_CODES = 3;

/** `AUTH_FAILED 2 · FIRMWARE_UNSUPPORTED 1`, the most frequent first. */
function codesLine(action: FleetAction): string {
  const byCode = groupBy(failedMiners(action), ({ failure_code }) => escape(failure_code, 40));
  const codes = [...byCode].toSorted(([, one], [, other]) => other.length - one.length);
  const shown = codes.slice(0, MAX_CODES).map(([name, { length }]) => `${name} ${count(length)}`);
  const left = codes.length - shown.length;
  return dotted(...shown, left > 0 && `${plural(left, 'more code')}: CSV`);
}

type ActionMiner = NonNullable<FleetAction['miners_summary']>[number];

/** Miners for which the pool gives a failure code. */
export function failedMiners({ miners_summary: miners }: FleetAction): ActionMiner[] {
  return (miners ?? []).filter(({ failure_code: failure }) => failure);
}

/** `10.11.1.201 · AUTH_FAILED · The miner refused the credentials` */
export function failedMinerLine(miner: ActionMiner): string {
  const { miner_ip: ip, miner_id: id, failure_code: failure, execution_log_summary: said } = miner;
  const words = [ip || id || NOT_GIVEN, failure, said];
  return words.flatMap((word) => (word ? [escape(word, 120)] : [])).join(' · ');
}

/** One row per miner, with the action's fields repeated so that one table has everything. */
export function actionRecords({ miners_summary: miners, ...action }: FleetAction): object[] {
  return miners?.length ? miners.map((miner) => ({ ...miner, action })) : [{ action }];
}

function counter(value: FleetAction['total_miners']): number | null {
  return decimal(value)?.toNumber() ?? null;
}

function statusWord({ status }: FleetAction): string {
  return String(status ?? '').toUpperCase();
}
