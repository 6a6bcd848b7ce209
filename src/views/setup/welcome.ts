import { encodeCustomId } from '../../domain/custom-id.js';
import type { Reply } from '../../domain/messages/reply.js';
import { buttonRow, primaryButton, type ButtonRow } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';

/** Custom id kind; opens the form of `/setup key`. */
export const CONNECT_BUTTON = 'setup-connect';

export function connectButton(): ButtonRow[] {
  return [buttonRow([primaryButton('Connect…', encodeCustomId(CONNECT_BUTTON))])];
}

/** Posted once in a server that just invited the bot. */
export function welcomeReply(): Reply {
  return cardReply({
    title: 'Pitboss is here',
    lines: [
      'See summaries, revenue, balances, miners and derivatives of your pool workspace right here. Move subaccounts or change payouts, each with a preview and a confirmation.',
      '**Next:** an admin (Manage Server) connects the workspace with its API key. You type it into a private form, never into a message.',
      '-# Then `/setup roles` says who may do what. `/help` shows everything.',
    ],
    components: connectButton(),
  });
}
