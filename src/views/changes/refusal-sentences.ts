import { KEY_PLACEHOLDER } from '../../domain/guild/key-placeholder.js';
import type { OtherNetwork } from '../../domain/payment-settings/address-checks.js';
import type { Network } from '../../domain/payment-settings/network-by-start.js';
import type { Change, Refusal } from '../../domain/changes/change.js';
import { isClosedAhead } from '../../domain/changes/change-summary.js';
import type { ErrorWords } from '../../domain/errors/user-errors.js';
import { failureSentence } from '../errors/failures.js';
import { REFUSAL_WORDS } from '../errors/refusal-words.js';
import { escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { addressInSentence } from '../pool/payment-settings.js';
import { blockedSentence, CARD_REMOVED, RESTORED_AFTER } from './pool-answer/outcome-text.js';
import { byAt } from './change-headline.js';
import { changeName, type GuildMessage, type NamedChange } from './change-name.js';
import { lostEntriesSentence, notBehindSentence, trailBehindSentence } from './trail/behind.js';

type PlainRefusal = Exclude<
  Refusal,
  { change: Change } | { other: Change } | { error: unknown } | { addresses: readonly unknown[] }
>;

const REFUSALS: Record<PlainRefusal['why'] | 'nothing-to-resolve', string> = {
  'no-such-change':
    'This server has no such change, so nothing was done. `/changes list` shows all changes.',
  'not-allowed':
    'You need a manager or approver role. Nothing was done. An admin sets these roles with `/setup roles`.',
  'not-manager':
    'This needs a manager role. Nothing was done. An admin sets these roles with `/setup roles`.',
  'second-person':
    'You requested this change, and this server needs a second person to confirm it. Ask another manager or an approver.',
  'second-to-check':
    'You requested this change, and this server needs a second person for it. Somebody else who may confirm it has to check the pool and mark it. Nothing was noted.',
  'not-yours': 'Only the requester or a manager can cancel a change. Nothing was done.',
  frozen:
    'Changes are frozen in this server, so nothing was confirmed or sent. An admin can lift the freeze with `/changes unfreeze`.',
  'already-frozen':
    'Changes are already frozen. An admin can lift the freeze with `/changes unfreeze`.',
  'not-frozen': 'Changes aren’t frozen.',
  'other-key':
    'This server’s API key has changed since the request, so the change might reach another workspace. Nothing was sent. Cancel this one if it still waits, then request it again with its command.',
  'wrong-characters':
    'Those aren’t the last characters of the new addresses that the form asks for. Nothing was sent. Compare the addresses with your own records, then try again.',
  'card-gone':
    'This change’s card has been deleted, so nothing was confirmed or sent. `/changes show` posts a new one.',
  'card-bare':
    'The card you clicked no longer shows the change: somebody removed its contents. Nothing was confirmed or sent. `/changes show` shows the change again.',
  'card-plain':
    'The bot lacks Embed Links in this channel, so the card is in plain words, and those may be cut. Nothing can be confirmed on it, and nothing was sent. Give the bot Embed Links here and click again: the card is drawn in full, and can then be confirmed.',
  'card-held':
    'Somebody removed the contents of this change’s card before Pitboss started, or what Pitboss saved about that card is damaged, so nobody can tell whether it was sent. Your click confirmed and sent nothing. Cancel it, check what the pool lists, and ask again.',
  'card-not-shown':
    'Discord couldn’t show this change’s card, which may say that it was sent. Nothing was done. Try again in a moment, or click on the card itself: `/changes show` links to it.',
  'card-unread':
    'Pitboss can’t tell what this change’s card shows: the bot lacks Read Message History there. Nothing was confirmed or sent. Confirm on the card itself if there is one, give the bot that permission, or cancel this change and request it again.',
  'audit-unread':
    'Discord couldn’t show the audit channel. Its posts tell whether entries are missing, so nothing was confirmed or sent. Try again in a moment.',
  'not-admin': 'Only an admin (Manage Server) can do this. Nothing was changed.',
  'own-loosening':
    'You requested this, so another admin has to confirm it. Otherwise it takes effect automatically at the time shown. Nothing was changed.',
  'no-loosening':
    'This looser rule is no longer waiting: it was confirmed, withdrawn or replaced. Nothing was changed. `/setup show` shows the current rules.',
  'struck-out': `A name in this change shows \`${KEY_PLACEHOLDER}\`. Pitboss writes that where the pool’s records contain this server’s API key or its beginning, so the real name at the pool is different. Nothing was requested or sent. Rename it at the pool and have the key replaced there: anyone who could read that name may have the key. Then ask again.`,
  behind: trailBehindSentence,
  'lost-entries': lostEntriesSentence,
  'not-behind': notBehindSentence,
  'nothing-to-resolve':
    'You can mark a change as checked only while its outcome is unknown and nobody has checked it yet.',
};

export const cardHiddenWords: ErrorWords = {
  title: 'The card can’t be looked for',
  sentence:
    'Pitboss doesn’t know where this change’s card stands, and can’t look for it: the bot lacks View Channel or Read Message History there. That card may say that the change was sent, so no other one is shown. Click on it if there is one, give the bot that permission, or cancel the change and request it again.',
};

/** A card is found again only where its change was requested. */
export function shownElsewhereWords(channelId: string): ErrorWords {
  return {
    title: 'Shown where it was requested',
    sentence: `This change’s card is gone. A new one, which can be confirmed, is shown only where the change was requested: run \`/changes show\` in <#${channelId}>.`,
  };
}

export function refusalWords(refusal: Refusal, place: GuildMessage | null): ErrorWords {
  return { title: REFUSAL_WORDS[refusal.why].title, sentence: refusalSentence(refusal, place) };
}

/** `place`: where the card of the other change is, if the sentence names one. */
export function refusalSentence(refusal: Refusal, place: GuildMessage | null = null): string {
  if (refusal.why === 'closed')
    return closedSentence(refusal.change, refusal.isFromAhead ?? isClosedAhead(refusal.change));
  if (refusal.why === 'clocks-differ') return clocksDifferSentence(refusal.change);
  if (refusal.why === 'same-open') return sameOpenSentence({ ...refusal.other, place });
  if (refusal.why === 'same-overdue')
    return `The time of an earlier change for this is over, but it isn’t closed yet: ${changeName({ ...refusal.other, place })}. Pitboss first reads what its card shows. Nothing was requested. Ask again in a moment.`;
  if (refusal.why === 'same-unknown') {
    const other = { ...refusal.other, place };
    return `An earlier change to ${escapeMarkdown(other.touches, 80)} has an unknown outcome: the pool may have done it. Check what the pool lists now (\`/subaccount list\`, \`/payment-settings list\`), then mark that change as checked on its card: ${changeName(other)}. ${blockedSentence(other)}`;
  }
  if (refusal.why === 'bad-checksum') return badChecksumSentence(refusal.addresses);
  if (refusal.why === 'other-network') return otherNetworkSentence(refusal.addresses);
  if (refusal.why === 'unreadable') {
    return `Pitboss couldn’t read the pool’s current values, so nothing was sent and the change still waits. ${failureSentence(refusal.error)}`;
  }
  return REFUSALS[refusal.why];
}

function badChecksumSentence(addresses: readonly string[]): string {
  const which = addresses.map((address) => addressInSentence(address)).join(', ');
  return `The checksum is wrong for this currency: ${which}. This is almost certainly a typo, and coins sent there would be lost, so nothing was requested or sent. Compare with your own records.`;
}

/** For an address that isn't for this currency, complete or mistyped. */
export function networkText(network: Network): string {
  if (network === 'test') return 'an address on a test network, where coins are worth nothing';
  if (network === '3…')
    return 'either a Bitcoin address or an old-style Litecoin address, and nobody can tell which; new Litecoin addresses begin with M';
  if (network === 'future')
    return 'an address of a kind that no wallet gives out (a witness version or length not in use yet, or pay to anchor), where anybody could take the coins';
  return network === 'another'
    ? 'an address on another network, not one for this currency'
    : `a ${network} address, not one for this currency`;
}

function otherNetworkSentence(addresses: readonly OtherNetwork[]): string {
  const which = addresses.map(
    (each) => `${addressInSentence(each.address)} is ${networkText(each.network)}`,
  );
  return `${which.join('; ')}. Coins sent to the wrong place are lost, so nothing was requested or sent, and no setting can allow it. Take the address from your own records of a wallet for this currency.`;
}

function sameOpenSentence(other: Change & NamedChange): string {
  return other.state === 'pending'
    ? `There is already an open change for this: ${changeName(other)}. Confirm or cancel that one first.`
    : `Another change for this is being sent: ${changeName(other)}. Request this again once it has ended.`;
}

function clocksDifferSentence({ expiresAt }: Change): string {
  return `By the bot’s clock this change expired ${timestamp(expiresAt)}, but by the bot’s own count of time it still waits: the clock may be ahead. Nothing was confirmed or sent. Once both agree, it can be confirmed, or it has expired; if they still disagree after 15 minutes, Pitboss closes it.`;
}

/** Answers a late click with what happened instead. */
function closedSentence(change: Change, isFromAhead: boolean): string {
  const { state } = change;
  if (isFromAhead)
    return `This change was requested while a clock was wrong: its time, ${timestamp(change.askedAt)}, lay ahead. So it counts as expired. Nothing was sent. Request it again if you still want it.`;
  if (state === 'pending' || state === 'expired') {
    return `This change expired ${timestamp(change.expiresAt)}. Nothing was sent. Request it again if you still want it.`;
  }
  if (state === 'cancelled') {
    return `This change was cancelled${change.closed ? ` by ${byAt(change.closed)}` : ''}. Nothing was sent.`;
  }
  if (state === 'drifted') {
    return 'This change was closed because the pool’s values had changed. Nothing was sent for it.';
  }
  // If it was open when an older copy of the store was accepted, nobody knows who did what.
  if (change.confirmed === undefined && change.failure?.why === 'restored')
    return `${RESTORED_AFTER} Your click sent nothing.`;
  if (change.failure?.why === 'card-removed') return `${CARD_REMOVED} Your click sent nothing.`;
  const who = change.confirmed ? ` by ${byAt(change.confirmed)}` : '';
  return `This change was already confirmed${who}. Your click sent nothing.`;
}
