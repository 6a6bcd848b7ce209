import { customId } from '../discord/custom-id.js';
import type { Button, Card } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { Read } from '../pool/pool.js';
import type { FleetAction } from '../pool/schemas.js';
import { code, dotted, escape, plural } from '../text.js';
import { count, decimal, NOT_GIVEN, type Figure } from './kit/figures.js';
import { momentText } from './kit/times.js';

/** Words that the pool has been seen to use, or is likely to, for an action that has ended. */
const DONE = /^(PARTIALLY_)?(COMPLETE|DONE|FINISHED|SUCCE)/;
const BROKEN_OFF = /^(FAILED|CANCEL|ABORTED|EXPIRED|REJECTED|STOPPED|TIMED_OUT)/;

/**
 * Counts are null if the pool gives none. Some servers leave out a counter of zero: once the other
 * counts all miners, it is zero.
 */
function progressOf(action: FleetAction) {
  const numberOf = (counter: Figure) => decimal(counter)?.toNumber() ?? null;
  const total = numberOf(action.total_miners);
  const given = [numberOf(action.success_miners), numberOf(action.error_miners)] as const;
  const isCounted = total !== null && total > 0 && (given[0] ?? 0) + (given[1] ?? 0) >= total;
  const [ok, failed] = isCounted ? [given[0] ?? 0, given[1] ?? 0] : given;
  const status = String(action.status ?? '').toUpperCase();
  const isBrokenOff = BROKEN_OFF.test(status);
  return {
    total,
    ok,
    failed,
    /** Null unless the pool gives all three. */
    counts: total !== null && ok !== null && failed !== null ? { total, ok, failed } : null,
    hasFailed: (failed ?? 0) > 0 || failedMiners(action).length > 0,
    isBrokenOff,
    isOver: isCounted || isBrokenOff || DONE.test(status),
  };
}

/** `🏁 **Reboot at Cedar Ridge finished:** 113 of 120 ok, 7 failed.`; null while it runs. */
export function actionEnding(action: FleetAction, siteName?: string): string | null {
  const { isOver, isBrokenOff, counts } = progressOf(action);
  if (!isOver) return null;
  const what = escape(action.action_type || 'Fleet action', 60);
  const place = siteName === undefined ? '' : ` at ${escape(siteName, 40)}`;
  const how = isBrokenOff ? `ended as ${escape(action.status, 60)}` : 'finished';
  if (counts === null) return `🏁 **${what}${place} ${how}**`;
  const { ok, total, failed } = counts;
  return `🏁 **${what}${place} ${how}:** ${count(ok)} of ${count(total)} ok, ${count(failed)} failed.`;
}

/** `token`: the action's id, as `remember` keeps it. */
export function actionButtons(action: FleetAction, token: string): Button[] {
  const failed = { label: 'Failed miners', id: customId('action-failed', token) };
  const csv = { label: 'CSV', id: customId('action-csv', token) };
  return progressOf(action).hasFailed ? [failed, csv] : [csv];
}

export function actionCard({ value: action, readAt }: Read<FleetAction>, siteName?: string): Card {
  const progress = progressOf(action);
  const { counts, hasFailed, isBrokenOff, isOver } = progress;
  const state = `**${escape(action.status || 'Status not given', 60)}**`;
  const finished =
    counts && `${count(counts.ok + counts.failed)} of ${count(counts.total)} finished`;
  const usual = isOver ? 'good' : 'open';
  return {
    title: dotted(
      escape(action.action_type || 'Fleet action', 60),
      siteName && escape(siteName, 40),
    ),
    tone: hasFailed || isBrokenOff ? 'warning' : usual,
    lines: [
      dotted(state, finished),
      countsLine(progress),
      codesLine(action),
      action.description ? `-# ${escape(action.description, 300)}` : null,
      `-# Started ${momentText(action.created_at, 'R')} by ${escape(action.initiated_by || NOT_GIVEN)}`,
    ],
    at: readAt,
  };
}

function countsLine({ counts, ...given }: ReturnType<typeof progressOf>): string {
  const [ok, failed] = [`${count(given.ok)} ok`, `${count(given.failed)} failed`];
  const failures = given.failed ? `**${failed}**` : failed;
  if (counts !== null && counts.total > 0)
    return `${bar((counts.ok + counts.failed) / counts.total)} ${ok} · ${failures}`;
  return dotted(
    given.ok === null ? `ok ${NOT_GIVEN}` : ok,
    given.failed === null ? `failed ${NOT_GIVEN}` : failures,
    given.total === null ? `miners ${NOT_GIVEN}` : plural(given.total, 'miner'),
  );
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
