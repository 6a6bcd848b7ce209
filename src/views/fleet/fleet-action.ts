import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { sum, toDecimal } from '../../domain/numbers/numeric.js';
import { progressBar } from '../kit/progress-bar.js';
import { card, wideField } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { count, groupThousands, NOT_GIVEN } from '../kit/figures.js';
import { code, escapeMarkdown, firstOf } from '../kit/text.js';
import { poolTimeWithAge } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';
import { failedMinersIfAny } from './failed-miners.js';
import { summarizeAction, type FleetActionFigures } from './fleet-action-figures.js';

/** The card, and the action's miners in files if the pool named any. */
export function fleetActionReply(
  read: Read<FleetAction>,
  { actionId, siteName, files, lines }: ShownAction & Pick<AttachedFiles, 'files' | 'lines'>,
): Reply {
  const figures = summarizeAction(read);
  const embed = fleetActionEmbed(figures, siteName);
  const components = failedMinersIfAny(figures, actionId);
  const description = [embed.description, ...lines].join('\n');
  return read.value.miners_summary?.length
    ? { embeds: [{ ...embed, description }], files, components }
    : { embeds: [embed], components };
}

interface ShownAction {
  /** As requested. */
  readonly actionId: string;
  /** If known; the action itself gives only the id. */
  readonly siteName: string | undefined;
}

export function fleetActionEmbed(
  figures: FleetActionFigures,
  siteName: string | undefined,
): APIEmbed {
  const { action, readAt } = figures;
  const failures = failureLines(figures);
  const statuses = statusLine(figures);
  return card({
    title: `Fleet action · ${escapeMarkdown(action.action_type || 'type not given', 60)}`,
    tone: toDecimal(action.error_miners)?.greaterThan(0) === true ? 'warning' : 'neutral',
    lines: [
      `Status: **${escapeMarkdown(action.status || NOT_GIVEN, 60)}**`,
      action.description ? escapeMarkdown(action.description, 300) : null,
      siteName === undefined ? null : `Site: **${escapeMarkdown(siteName, 60)}**`,
      progressLine(action),
    ],
    fields: [
      wideField(
        'Miners',
        `Succeeded: **${count(action.success_miners)}** · Failed: **${count(action.error_miners)}** · Total: **${count(action.total_miners)}**`,
        ...(statuses === null ? [] : [`By status: ${statuses}`]),
        `Progress, from the pool: ${count(action.progress)}`,
      ),
      failures === null ? null : wideField('Failures by code', failures),
      wideField(
        'Started',
        `By ${action.initiated_by ? escapeMarkdown(action.initiated_by, 80) : NOT_GIVEN}`,
        `Created: ${poolTimeWithAge(action.created_at)}`,
      ),
      wideField(
        'Ids',
        `Fleet action: ${action.id ? code(action.id) : NOT_GIVEN}`,
        `Site: ${action.site_id ? code(action.site_id) : NOT_GIVEN}`,
      ),
    ],
    readAt,
  });
}

/** The statuses of single miners, as received. */
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

/** The bar counts miners that ended, from the pool's own counts; none if they are missing. */
function progressLine(action: FleetActionFigures['action']): string | null {
  const total = toDecimal(action.total_miners);
  const succeeded = toDecimal(action.success_miners);
  const failed = toDecimal(action.error_miners);
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
