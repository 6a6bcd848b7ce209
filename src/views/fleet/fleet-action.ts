import type { Decimal } from 'decimal.js';
import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { sum, toDecimal, type Numeric } from '../../domain/numeric.js';
import { progressBar } from '../kit/progress-bar.js';
import { card, field, wideField } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { count, grouped, NOT_GIVEN } from '../kit/figures.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { poolTimeWithAge } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';

/** The card, and all miners of the action in files where the pool named any. */
export function fleetActionReply(
  read: Read<FleetAction>,
  { files, lines }: Pick<AttachedFiles, 'files' | 'lines'>,
): Reply {
  const embed = fleetActionEmbed(read);
  const description = [embed.description, ...lines].join('\n');
  return read.value.miners_summary?.length
    ? { embeds: [{ ...embed, description }], files }
    : { embeds: [embed] };
}

export function fleetActionEmbed({ value: action, readAt }: Read<FleetAction>): APIEmbed {
  const failures = failureLines(action);
  const statuses = statusLine(action);
  return card({
    title: `Fleet action · ${escapeMarkdown(action.action_type || 'type not given', 60)}`,
    tone: decimalOf(action.error_miners)?.greaterThan(0) === true ? 'warning' : 'neutral',
    lines: [
      `Status: **${escapeMarkdown(action.status || NOT_GIVEN, 60)}**`,
      action.description ? escapeMarkdown(action.description, 300) : null,
      progressLine(action),
    ],
    fields: [
      wideField(
        'Miners',
        `Succeeded: **${count(action.success_miners)}** · Failed: **${count(action.error_miners)}** · Total: **${count(action.total_miners)}**`,
      ),
      field('Progress, as the pool gives it', count(action.progress)),
      field(
        'Started by',
        action.initiated_by ? escapeMarkdown(action.initiated_by, 80) : NOT_GIVEN,
      ),
      field('Created', poolTimeWithAge(action.created_at)),
      statuses === null ? null : wideField('Miners by status', statuses),
      failures === null ? null : wideField('Failures by code', failures),
      wideField('Id', action.id ? code(action.id) : NOT_GIVEN),
    ],
    readAt,
  });
}

const MOST_STATUSES = 6;

/** The statuses of the single miners, as they came. */
function statusLine(action: FleetAction): string | null {
  const byStatus = new Map<string, number>();
  for (const { status } of action.miners_summary ?? [])
    byStatus.set(status || NOT_GIVEN, (byStatus.get(status || NOT_GIVEN) ?? 0) + 1);
  if (byStatus.size === 0) return null;
  const ordered = [...byStatus].toSorted(([, a], [, b]) => b - a);
  const shown = ordered
    .slice(0, MOST_STATUSES)
    .map(([status, miners]) => `${escapeMarkdown(status, 40)} ${grouped(String(miners))}`);
  const left = ordered.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more statuses`] : [])].join(' · ');
}

/** The bar counts miners that ended, from the pool's own counts; none when they did not come. */
function progressLine(action: FleetAction): string | null {
  const total = decimalOf(action.total_miners);
  const succeeded = decimalOf(action.success_miners);
  const failed = decimalOf(action.error_miners);
  if (!total?.greaterThan(0) || succeeded === null || failed === null) return null;
  const ended = sum([succeeded.toFixed(), failed.toFixed()]);
  const bar = progressBar(ended.dividedBy(total).toNumber());
  return `${bar} ${count(ended.toFixed())} of ${count(total.toFixed())} ended`;
}

const MOST_CODES = 6;

function failureLines(action: FleetAction): string | null {
  const byCode = new Map<string, string[]>();
  for (const miner of action.miners_summary ?? []) {
    if (!miner.failure_code) continue;
    const group = byCode.get(miner.failure_code) ?? [];
    group.push(oneLine(miner.miner_ip || miner.miner_id || NOT_GIVEN, 40));
    byCode.set(miner.failure_code, group);
  }
  if (byCode.size === 0) return null;
  const groups = [...byCode].toSorted(([, a], [, b]) => b.length - a.length);
  const lines = groups
    .slice(0, MOST_CODES)
    .map(
      ([failure, miners]) =>
        `${code(failure, 40)} × ${miners.length}: ${escapeMarkdown(joinList(miners, 3), 120)}`,
    );
  const left = groups.length - MOST_CODES;
  return (left > 0 ? [...lines, `and ${left} more codes`] : lines).join('\n');
}

function decimalOf(value: Numeric | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : toDecimal(value);
}
