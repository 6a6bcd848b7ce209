import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { Modal, Reply } from '../../domain/messages/reply.js';
import { suggestedAlertsRow } from '../alerts/replies/rules-replies.js';
import { cardReply } from '../kit/card.js';
import { plural } from '../kit/figures.js';
import { form, textInput } from '../kit/form.js';
import { failureSentence } from '../errors/failures.js';
import { code } from '../kit/text.js';
import type { KeyInfo } from '../../domain/guild/guild-settings.js';

export function keyModal(customId: string): Modal {
  return form(customId, 'Connect the pool workspace', [
    {
      label: 'API key',
      description:
        'Tested with one harmless read, then stored encrypted. Only its last four characters are shown.',
      component: textInput('key', 500, { min_length: 8 }),
    },
  ]);
}

/** What a key turns out to see. */
export interface KeyReach {
  readonly subaccounts: number;
  readonly sites: number;
  /** False if the pool may list more. */
  readonly areAll: boolean;
}

export function keySavedReply(
  { info, wasConnected }: { readonly info: KeyInfo; readonly wasConnected: boolean },
  sees: KeyReach | null,
  { offersSuggested }: { readonly offersSuggested: boolean },
): Reply {
  const saw =
    sees === null
      ? null
      : `It sees ${sees.areAll ? '' : 'at least '}**${plural(sees.subaccounts, 'subaccount')}** at **${plural(sees.sites, 'site')}**.`;
  return cardReply({
    title: wasConnected ? 'Already connected' : 'Connected',
    tone: 'good',
    lines: [
      wasConnected
        ? `The key ending in ${code(info.lastFour)} was connected already, and the pool accepts it. Nothing was changed.`
        : `The pool accepted the key ending in ${code(info.lastFour)}. It is stored encrypted for this server.`,
      saw,
      'Next: set who may do what with `/setup roles`, then try `/summary`.',
      offersSuggested
        ? 'To be told in this channel when something is wrong, press *Suggested alerts*. For other channels and rules: `/alerts add`.'
        : null,
      '-# This bot’s operator can read the keys it keeps. Give it a key with no more rights than it needs.',
    ],
    ...(offersSuggested ? { components: [suggestedAlertsRow()] } : {}),
  });
}

export const keyFormWords = {
  title: 'Not an API key',
  sentence:
    'That doesn’t look like an API key: a key has 8 to 500 letters, digits and symbols, without spaces, line breaks or accents. Nothing was sent or saved.',
};

export const keyRefusedWords = {
  title: 'The pool refused this key',
  sentence:
    'Nothing was saved. Any key connected before is still in use. Check the key in the pool’s console, and try again.',
};

export function keyNotTestedWords(error: unknown): ErrorWords {
  return {
    title: 'Key not tested',
    sentence: `The key couldn’t be tested, so nothing was saved. ${failureSentence(error)}`,
  };
}

export const notConnectedSentence =
  'No pool workspace is connected to this server. An admin (Manage Server) connects one with `/setup key`.';

export const notConnectedWords = {
  title: 'No pool workspace connected',
  sentence: notConnectedSentence,
};
