import type { Decimal } from 'decimal.js';
import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { sum, toDecimal, type Numeric } from '../../domain/numeric.js';
import { progressBar } from '../kit/progress-bar.js';
import { card, field, wideField } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { count, formatText, groupThousands, NOT_GIVEN } from '../kit/figures.js';
import { groupBy } from '../kit/group-by.js';
import { code, joinList, escapeMarkdown, limitLines } from '../kit/text.js';
import { poolTimeWithAge } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';

type ActionMiner = NonNullable<FleetAction['miners_summary']>[number];

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
      field('Started by', formatText(action.initiated_by)),
      field('Created', poolTimeWithAge(action.created_at)),
      statuses === null ? null : wideField('Miners by status', statuses),
      failures === null ? null : wideField('Failures by code', failures),
      wideField('Id', action.id ? code(action.id) : NOT_GIVEN),
    ],
    readAt,
  });
}

const MOST_GROUPS = 6;

/** The statuses of the single miners, as they came. */
function statusLine({ miners_summary: miners }: FleetAction): string | null {
  const byStatus = groupBy(miners ?? [], ({ status }) => status || NOT_GIVEN);
  return (
    limitLines(
      largestFirst(byStatus),
      ([status, same]) => `${escapeMarkdown(status, 40)} ${groupThousands(String(same.length))}`,
      { most: MOST_GROUPS, what: 'statuses' },
    ).join(' · ') || null
  );
}

function largestFirst<Item>(groups: ReadonlyMap<string, Item[]>): [string, Item[]][] {
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

/** The share of miners that ended, by the pool's own counts; null where it gave none. */
function progressLine(action: FleetAction): string | null {
  const total = decimalOf(action.total_miners);
  const succeeded = decimalOf(action.success_miners);
  const failed = decimalOf(action.error_miners);
  if (!total?.greaterThan(0) || succeeded === null || failed === null) return null;
  const ended = sum([succeeded.toFixed(), failed.toFixed()]);
  const bar = progressBar(ended.dividedBy(total).toNumber());
  return `${bar} ${count(ended.toFixed())} of ${count(total.toFixed())} ended`;
}

function failureLines({ miners_summary: miners }: FleetAction): string | null {
  const failed = (miners ?? []).filter(({ failure_code }) => failure_code);
  const byCode = groupBy(failed, ({ failure_code }) => failure_code ?? '');
  return (
    limitLines(
      largestFirst(byCode),
      ([failure, same]) => `${code(failure, 40)} × ${same.length}: ${minerNames(same)}`,
      { most: MOST_GROUPS, what: 'codes' },
    ).join('\n') || null
  );
}

function minerNames(miners: readonly ActionMiner[]): string {
  const names = miners.map((each) => oneLine(each.miner_ip || each.miner_id || NOT_GIVEN, 40));
  return escapeMarkdown(joinList(names, 3), 120);
}

function decimalOf(value: Numeric | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : toDecimal(value);
}
