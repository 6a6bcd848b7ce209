import type { Loosening } from '../../domain/changes/settings/loosening.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import type { Reply } from '../../domain/messages/reply.js';
import { byAt } from '../changes/change-headline.js';
import { button, buttonRow, dangerButton } from '../kit/buttons.js';
import { settingText } from './setting-text.js';
import { timestamp } from '../kit/times.js';

/** Texts and buttons of a loosening. */

/** Custom id kinds; arguments: number and hash head of the requesting entry. */
export const LOOSENING_BUTTONS = {
  confirm: 'loosening-confirm',
  withdraw: 'loosening-withdraw',
} as const;

export function looseningLine(loosening: Loosening): string {
  const { changed, confirmed, takesEffectAt, replaces } = loosening;
  const what = changed.map(settingText).join('; ');
  const instead =
    replaces === undefined
      ? ''
      : ` It replaces the request in entry ${replaces}; only what is listed here still waits.`;
  const asked = `⏳ **A looser rule is waiting:** ${what}. Requested by ${byAt(loosening)}.${instead}`;
  if (confirmed !== undefined) {
    return `${asked} Confirmed by ${byAt(confirmed)}; it takes effect within a few seconds.`;
  }
  return `${asked} It takes effect when another admin confirms it, or automatically ${timestamp(takesEffectAt)} (${timestamp(takesEffectAt, 'R')}). Until then the stricter rule applies, and any admin can withdraw it.`;
}

/** For `/setup check`. */
export function looseningDetail({ changed, takesEffectAt }: Loosening): string {
  return `will be loosened ${timestamp(takesEffectAt)}: ${changed.map(settingText).join('; ')}. Confirm or withdraw it with \`/setup show\``;
}

export const NO_LOOSENING = 'no rule change is waiting';

/** Shown above the settings when part of a request has to wait. */
export function looseningAskedSentence(auditChannelId: string | undefined): string {
  const where =
    auditChannelId === undefined
      ? 'with `/setup show`'
      : `with \`/setup show\`, or under its line in <#${auditChannelId}>`;
  return `A looser rule isn’t in force at once: it waits until another admin confirms it, or for 24 hours. Everything else you set is saved. Another admin can confirm or withdraw it ${where}.`;
}

/** The requester can only withdraw it; null = shown to everybody. */
export function looseningButtons(
  { seq, head, by, confirmed }: Pick<Loosening, 'seq' | 'head' | 'by' | 'confirmed'>,
  viewerId: string | null,
): NonNullable<Reply['components']> {
  if (confirmed !== undefined) return [];
  const idOf = (kind: string) => encodeCustomId(kind, String(seq), head);
  const withdraw = button('Withdraw', idOf(LOOSENING_BUTTONS.withdraw));
  const confirm = dangerButton('Confirm looser rule', idOf(LOOSENING_BUTTONS.confirm));
  return [buttonRow(viewerId === by.id ? [withdraw] : [confirm, withdraw])];
}
