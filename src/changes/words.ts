import { inFours } from '../cards/addresses.js';
import { customId } from '../discord/custom-id.js';
import { isRecord } from '../pool/json.js';
import type { Outcome } from '../pool/writes.js';
import { code, escape } from '../text.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';

/** For buttons and forms. Numbers restart when a server adds the bot again; timestamps do not. */
export function changeId(kind: string, { number, askedAt }: Change): string {
  return customId(kind, String(number), askedAt.toString(36));
}

/** `BTC payouts of cedar-ridge-hydro`, escaped. */
export function changeName(change: Change): string {
  return escape(kindOf(change).title, 220);
}

type Placed = Pick<Change, 'guildId' | 'card'>;

/** The card's link; null until it is known where it was posted. */
export function cardUrl({ guildId, card }: Placed): string | null {
  return card && `https://discord.com/channels/${guildId}/${card.channelId}/${card.messageId}`;
}

/** `#9`, with a link to its card. */
export function numberLink({ number, ...placed }: Placed & Pick<Change, 'number'>): string {
  const url = cardUrl(placed);
  return url === null ? `#${number}` : `[#${number}](${url})`;
}

/** For the audit channel: who requested what, and new addresses in full. */
export function requestedLine(change: Change): string {
  const { number, requester, replaces } = change;
  // Addresses are left to the card, except new ones, which follow in full.
  const values = kindOf(change)
    .what(false)
    .filter((line) => line && !/^(🆕|```|-#)/u.test(line));
  const again = replaces === null ? '' : `, as #${replaces}`;
  const what = [changeName(change), ...values].join(' · ');
  const line = `**#${number}** <@${requester}> requested${again}: ${what}`;
  return [line, ...newLines(change)].join('\n');
}

/** For the audit channel: who confirmed, and the outcome of the one request. */
export function outcomeLine(change: Change): string {
  const { number, confirmer, outcome } = change;
  const by = `**#${number}** <@${confirmer}> confirmed`;
  const lines = {
    reported: `${by}, Pitboss sent it, the pool answered ${statusWord(outcome)}`,
    declined: `❌ ${by}, Pitboss sent it, the pool declined it${statusCode(outcome)}`,
    unknown: `❓ ${by}, Pitboss sent it; outcome unknown: ${outcome?.reason}`,
    unsent: `🚫 ${by}, but nothing was sent: ${outcome?.reason}`,
  };
  return [lines[outcome?.kind ?? 'unknown'], ...newLines(change)].join('\n');
}

function newLines(change: Change): string[] {
  return kindOf(change).newAddresses.map((address) => `🆕 ${code(inFours(address), 700)}`);
}

/** The workspace action's own status (the API description, section 2.15), else the HTTP status. */
export function statusOf(outcome: Outcome | null): string {
  const { body = null, status = null } = outcome ?? {};
  const word = isRecord(body) ? body['status'] : null;
  return typeof word === 'string' && word !== '' ? word : String(status ?? 'not given');
}

/** The same, escaped. */
export function statusWord(outcome: Outcome | null): string {
  return escape(statusOf(outcome), 40);
}

/** ` (403)`, or nothing. */
export function statusCode(outcome: Outcome | null): string {
  return outcome?.status ? ` (${outcome.status})` : '';
}

/** Whether somebody has to approve it at the pool. Records come in snake_case and in camelCase. */
export function requiresApproval(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { requires_approval: snake, requiresApproval: camel, status } = body;
  return snake === true || camel === true || status === 'AWAITING_APPROVAL';
}
