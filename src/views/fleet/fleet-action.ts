import type { Decimal } from 'decimal.js';
import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { sum, toDecimal, type Numeric } from '../../domain/numeric.js';
import { progressBar } from '../kit/progress-bar.js';
import { card, field, wideField } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { count, groupThousands, NOT_GIVEN } from '../kit/figures.js';
import { code, escapeMarkdown, firstOf } from '../kit/text.js';
import { poolTimeWithAge } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';
import { summarizeAction, type FleetActionFigures } from './fleet-action-figures.js';

/** The card, and all miners of the action in files where the pool named any. */
export function fleetActionReply(
  read: Read<FleetAction>,
  { files, lines }: Pick<AttachedFiles, 'files' | 'lines'>,
): Reply {
  const embed = fleetActionEmbed(summarizeAction(read));
  const description = [embed.description, ...lines].join('\n');
  return read.value.miners_summary?.length
    ? { embeds: [{ ...embed, description }], files }
    : { embeds: [embed] };
}

export function fleetActionEmbed(figures: FleetActionFigures): APIEmbed {
  const { action, readAt } = figures;
  const failures = failureLines(figures);
  const statuses = statusLine(figures);
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

/** The statuses of the single miners, as they came. */
function statusLine({ statuses: { most, words } }: FleetActionFigures): string | null {
  if (words === 0) return null;
  const left = words - most.length;
  return [
    ...most.map(
      ({ word, miners }) =>
        `${escapeMarkdown(word || NOT_GIVEN, 40)} ${groupThousands(String(miners))}`,
    ),
    ...(left > 0 ? [`and ${left} more statuses`] : []),
  ].join(' · ');
}

/** The bar counts miners that ended, from the pool's own counts; none when they did not come. */
function progressLine(action: FleetActionFigures['action']): string | null {
  const total = decimalOf(action.total_miners);
  const succeeded = decimalOf(action.success_miners);
  const failed = decimalOf(action.error_miners);
  if (!total?.greaterThan(0) || succeeded === null || failed === null) return null;
  const ended = sum([succeeded.toFixed(), failed.toFixed()]);
  const bar = progressBar(ended.dividedBy(total).toNumber());
  return `${bar} ${count(ended.toFixed())} of ${count(total.toFixed())} finished`;
}

function failureLines({ failures: { most, words } }: FleetActionFigures): string | null {
  if (words === 0) return null;
  const left = words - most.length;
  return [
    ...most.map(
      ({ word, miners, first }) =>
        `${code(word, 40)} × ${miners}: ${escapeMarkdown(namesLine(first, miners), 120)}`,
    ),
    ...(left > 0 ? [`and ${left} more codes`] : []),
  ].join('\n');
}

function namesLine(first: readonly string[], miners: number): string {
  return firstOf(
    first.map((name) => oneLine(name || NOT_GIVEN, 40)),
    miners,
  );
}

function decimalOf(value: Numeric | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : toDecimal(value);
}
