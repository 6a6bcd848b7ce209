import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { wideField } from '../../kit/card.js';
import { changeHeadline } from '../change-headline.js';
import { lastCharacters } from '../change-forms.js';
import { timestamp } from '../../kit/times.js';
import type { ChangeCardParts } from './change-card-parts.js';

export function isForSecond({ state }: Change, parts: ChangeCardParts): boolean {
  const { rule, liveCard, isFrozen, isBehind } = parts;
  const isWaiting = state === 'pending' && !isFrozen && !isBehind && blockedLine(parts) === null;
  return isWaiting && rule === 'second' && liveCard === null;
}

const heldLine =
  '⚠️ **It can no longer be confirmed:** somebody removed its card’s contents before Pitboss started, or what Pitboss saved about that card is damaged. Cancel it, check what the pool lists now, and ask again.';

const keyGoneLine =
  '⚠️ **It can no longer be confirmed:** it was requested with an API key that was disconnected or changed since, and with another one it might reach another workspace. Cancel it, then request it again with its command.';

const checksumLine =
  '⚠️ **It can’t be confirmed now:** a new address has a wrong checksum, and this server refuses those. Cancel it, and check the address with its owner.';

const timeOverLine =
  '⌛ **Nobody can confirm it any more:** its time is over, and Pitboss closes it.';

const clocksDifferLine =
  '⌛ **Nobody can confirm it for now:** its time is over by the bot’s clock, but not by the bot’s own count of time. Once both agree, this card shows which it is; after 15 minutes Pitboss closes it.';

const frozenLine =
  '🧊 **Changes are frozen in this server:** nobody can confirm until an admin runs `/changes unfreeze`.';

/** The question comes last: on a phone, people see the end of a long card. */
export function questionFields(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  if (change.state !== 'pending') return [];
  const lines = [
    blockedLine(parts) ?? ruleLine(change, parts),
    ...(parts.isFrozen ? [frozenLine] : []),
  ];
  return [wideField(changeHeadline(change), ...lines)];
}

/** Why nobody can confirm it, whoever they are; null if somebody can. */
function blockedLine(parts: ChangeCardParts): string | null {
  if (parts.isHeld) return heldLine;
  if (parts.isKeyGone) return keyGoneLine;
  if (parts.isChecksumRefused) return checksumLine;
  if (parts.whyExpired === null) return null;
  return parts.whyExpired === 'clocks-differ' ? clocksDifferLine : timeOverLine;
}

function ruleLine(change: Change, parts: ChangeCardParts): string {
  const { rule, ruleNow, typedLength } = parts;
  const { expiresAt } = change;
  const who =
    rule === 'second'
      ? 'Any manager or approver except the requester'
      : 'Any manager or approver, including the requester,';
  const typing =
    typedLength === 0
      ? ''
      : ` To confirm, type the ${lastCharacters(typedLength)} of every new address.`;
  const older =
    rule === ruleNow ? '' : ' The stricter rule from when it was requested still applies.';
  const until = `until ${timestamp(expiresAt)} (${timestamp(expiresAt, 'R')})`;
  // The line above such a card says who.
  const may = isForSecond(change, parts) ? 'Open' : `${who} can confirm`;
  return parts.isFrozen
    ? `Nothing has been sent yet. It expires ${timestamp(expiresAt)} (${timestamp(expiresAt, 'R')}).${older}`
    : `Nothing has been sent yet. ${may} ${until}.${older}${typing}`;
}
