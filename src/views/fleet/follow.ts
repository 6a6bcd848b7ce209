import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { button, buttonRow } from '../kit/buttons.js';
import { PALETTE } from '../kit/palette.js';
import { timestamp } from '../kit/times.js';
import { code } from '../kit/text.js';

/** Kind of the button that stops following; its argument is the id of what is followed. */
export const FOLLOW_STOP = 'follow-stop';

/** Why a message is no longer updated. */
export type FollowEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped'; readonly byUserId: string }
  | { readonly kind: 'time-up' }
  | { readonly kind: 'restarting' }
  | { readonly kind: 'disconnected' };

/** What shows on the message that follows an action. */
export interface Followed {
  readonly id: string;
  readonly actionId: string;
  readonly until: number;
  readonly embed: APIEmbed;
  readonly trouble?: { readonly since: number; readonly sentence: string } | undefined;
}

export function followReply(followed: Followed, end: FollowEnd | null): Reply {
  const { embed, trouble, id } = followed;
  const lines = [
    embed.description,
    trouble === undefined
      ? undefined
      : `⚠️ No answer since ${timestamp(trouble.since, 't')} (${timestamp(trouble.since, 'R')}), so these figures are from before. ${trouble.sentence}`,
    end === null ? followedLine(followed) : endLine(end, followed),
  ];
  return {
    embeds: [
      {
        ...embed,
        ...(trouble === undefined ? {} : { color: PALETTE.warning }),
        description: lines.filter((line) => line !== undefined).join('\n'),
      },
    ],
    ...(end === null
      ? { components: [buttonRow([button('Stop following', encodeCustomId(FOLLOW_STOP, id))])] }
      : {}),
  };
}

function followedLine({ until }: Followed): string {
  return `-# Followed until it has ended, or until ${timestamp(until)} at the latest.`;
}

function endLine(end: FollowEnd, { actionId }: Followed): string {
  const file = `Miner by miner: \`/action status\` with id ${code(actionId)}.`;
  if (end.kind === 'ended')
    return `**Finished:** no miner is left to wait for. No longer followed. ${file}`;
  const again = 'It may still be running.';
  return `**No longer followed**: ${whyEnded(end)}. ${again} ${file}`;
}

function whyEnded(end: Exclude<FollowEnd, { kind: 'ended' }>): string {
  if (end.kind === 'stopped') return `stopped by <@${end.byUserId}>`;
  if (end.kind === 'disconnected') return 'this server’s API key was deleted';
  return end.kind === 'time-up' ? 'the time is up' : 'the bot is being restarted';
}

export const followedNoMoreSentence =
  'This message is not followed any more. `/action follow` begins a new one.';

export function tooManyFollowedSentence(most: number): string {
  return `This server follows ${most} fleet actions already, which is the most. Stop one first.`;
}

export function notYoursToStopSentence(requesterId: string): string {
  return `Only <@${requesterId}>, who asked for this, or a manager can stop it.`;
}
