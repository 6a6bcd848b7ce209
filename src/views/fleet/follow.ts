import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { Reply } from '../../domain/messages/reply.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { failureSentence } from '../errors/failures.js';
import { button, buttonRow, type ButtonRow } from '../kit/buttons.js';
import { PALETTE } from '../kit/palette.js';
import { timestamp } from '../kit/times.js';
import { count } from '../kit/figures.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { failedMinersButton, failedMinersIfAny } from './failed-miners.js';
import { fleetActionEmbed } from './fleet-action.js';
import type { FleetActionFigures } from './fleet-action-figures.js';

/** Kind of the button that stops following; its argument is the follow's id. */
export const FOLLOW_STOP = 'follow-stop';

/** Why a message is no longer updated. */
export type FollowEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped'; readonly byUserId: string }
  | { readonly kind: 'time-up' }
  | { readonly kind: 'restarting' }
  | { readonly kind: 'disconnected' };

/** What a follow shows in its message. Times in ms. */
export interface ShownFollow {
  readonly id: string;
  readonly actionId: string;
  /** If known; the action itself gives only the id. */
  readonly siteName?: string | undefined;
  readonly until: number;
  readonly figures: FleetActionFigures;
  /** When the pool stopped answering, so that `figures` are old. */
  readonly silentSince?: number;
}

/** `failure` is why the pool doesn't answer, if known. */
export function followReply(follow: ShownFollow, end: FollowEnd | null, failure?: unknown): Reply {
  const { figures, silentSince } = follow;
  const embed = fleetActionEmbed(figures, follow.siteName);
  const lines = [
    embed.description,
    silentSince === undefined ? undefined : silentLine(silentSince, failure),
    end === null ? followedLine(follow) : endLine(end, follow),
  ];
  return {
    embeds: [
      {
        ...embed,
        ...(silentSince === undefined ? {} : { color: PALETTE.warning }),
        description: lines.filter((line) => line !== undefined).join('\n'),
      },
    ],
    components: followButtons(follow, end),
  };
}

/** All in one row. */
function followButtons({ id, actionId, figures }: ShownFollow, end: FollowEnd | null): ButtonRow[] {
  const failed = failedMinersIfAny(figures, actionId);
  if (end !== null) return failed;
  const stop = button('Stop following', encodeCustomId(FOLLOW_STOP, id));
  return [buttonRow([stop, ...failed.flatMap(({ components }) => components)])];
}

/** Replies that following is over; null if somebody ended it and so knows. */
export function followOverReply(
  { actionId, figures }: Pick<ShownFollow, 'actionId' | 'figures'>,
  end: FollowEnd,
  repliesTo: string,
): Reply | null {
  if (end.kind !== 'ended' && end.kind !== 'time-up') return null;
  const { action_type: type, success_miners: succeeded, error_miners: failed } = figures.action;
  const what = `Fleet action ${escapeMarkdown(type || 'of unknown type', 60)}`;
  const counts = `Succeeded: ${count(succeeded)} · Failed: ${count(failed)}`;
  const words =
    end.kind === 'ended'
      ? `🏁 **${what} has finished.** ${counts}.`
      : `⌛ **${what} is no longer followed:** the time is up, and it may still be running. ${counts}.`;
  return { content: words, components: failedMinersButton(actionId), repliesTo };
}

function silentLine(since: number, failure: unknown): string {
  const why = failure === undefined ? '' : ` ${failureSentence(failure)}`;
  return `⚠️ No answer since ${timestamp(since, 't')} (${timestamp(since, 'R')}), so these figures are old.${why}`;
}

function followedLine({ until }: ShownFollow): string {
  return `-# Updates until it finishes, or until ${timestamp(until)} at the latest.`;
}

function endLine(end: FollowEnd, { actionId }: ShownFollow): string {
  const file = `Miner by miner: \`/action status\` with id ${code(actionId)}.`;
  if (end.kind === 'ended')
    return `**Finished:** no miner is left to wait for. This message no longer updates. ${file}`;
  const again = 'It may still be running.';
  return `**No longer followed**: ${whyEnded(end)}. ${again} ${file}`;
}

function whyEnded(end: Exclude<FollowEnd, { kind: 'ended' }>): string {
  if (end.kind === 'stopped') return `stopped by <@${end.byUserId}>`;
  if (end.kind === 'disconnected') return 'this server’s API key was deleted or replaced';
  return end.kind === 'time-up' ? 'the time is up' : 'the bot is being restarted';
}

export const followedNoMoreWords = {
  title: 'No longer followed',
  sentence: 'This message no longer updates. `/action follow` starts a new one.',
};

export function tooManyFollowedWords(most: number): ErrorWords {
  return {
    title: 'Too many followed actions',
    sentence: `This server already follows ${most} fleet actions, the maximum. Stop one first.`,
  };
}

export function notYoursToStopWords(requesterId: string): ErrorWords {
  return {
    title: 'Not yours to stop',
    sentence: `Only <@${requesterId}>, who started this, or a manager can stop it.`,
  };
}
