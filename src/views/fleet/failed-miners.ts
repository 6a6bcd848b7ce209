import { CUSTOM_ID_LIMIT, encodeCustomId } from '../../domain/custom-id.js';
import type { Reply } from '../../domain/messages/reply.js';
import { toDecimal } from '../../domain/numbers/numeric.js';
import type { FleetAction, FleetActionMiner } from '../../pool-api/resources.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { button, buttonRow, type ButtonRow } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { NOT_GIVEN, plural } from '../kit/figures.js';
import { code, escapeMarkdown, limitLines } from '../kit/text.js';
import type { FleetActionFigures } from './fleet-action-figures.js';

/** Custom id kind; its argument is the id of the fleet action. */
export const FAILED_MINERS = 'failed-miners';

const ROOM_FOR_ID = CUSTOM_ID_LIMIT - `${FAILED_MINERS}:`.length;

/** Shown if the pool counts failed miners, or gives a failure code for one. */
export function failedMinersIfAny(
  { action, failures }: FleetActionFigures,
  actionId: string,
): ButtonRow[] {
  const failed = toDecimal(action.error_miners ?? 0)?.greaterThan(0) === true;
  return failed || failures.words > 0 ? failedMinersButton(actionId) : [];
}

/** None for an id too long for a custom id. */
export function failedMinersButton(actionId: string): ButtonRow[] {
  if (encodeURIComponent(actionId).length > ROOM_FOR_ID) return [];
  return [buttonRow([button('Failed miners', encodeCustomId(FAILED_MINERS, actionId))])];
}

/** Miners for which the pool gives a failure code. */
export function failedMinersOf({ miners_summary: miners }: FleetAction): FleetActionMiner[] {
  return (miners ?? []).filter(({ failure_code: failure }) => failure);
}

/** As many as a phone shows at once; the file has all. */
const ROWS = 7;

export function failedMinersReply(
  failed: readonly FleetActionMiner[],
  { files, lines }: Pick<AttachedFiles, 'files' | 'lines'>,
): Reply {
  if (failed.length === 0) {
    const none = 'The pool lists no miner with a failure code for this fleet action.';
    return cardReply({ title: 'Failed miners', lines: [none] });
  }
  const title = `Failed miners · ${plural(failed.length, 'miner')}`;
  const rows = limitLines(failed, failedLine, { most: ROWS, what: 'in the file' });
  return cardReply({ title, tone: 'warning', lines: [...rows, ...lines], files });
}

function failedLine({
  miner_ip: ip,
  miner_id: id,
  failure_code: failure,
  execution_log_summary: said,
}: FleetActionMiner): string {
  const words = said ? ` · ${escapeMarkdown(said, 120)}` : '';
  return `${code(ip || id || NOT_GIVEN, 60)} **${escapeMarkdown(failure ?? '', 60)}**${words}`;
}
