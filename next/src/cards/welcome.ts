import { customId } from '../discord/custom-id.js';
import { cardReply, type Reply } from '../discord/reply.js';

/** Posted where the bot was added; its button opens the form of `/setup key`. */
export function welcomeReply(): Reply {
  return cardReply(
    {
      title: 'Pitboss is here',
      lines: [
        'Your pool workspace in Discord: figures, alerts, and changes that people confirm.',
        'An admin connects it with an API key, typed into a private form.',
      ],
    },
    { rows: [[{ label: 'Connect…', id: customId('setup-key'), style: 'primary' }]] },
  );
}
