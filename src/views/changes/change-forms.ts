import { TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from '../../domain/messages/reply.js';
import { capital } from '../kit/text.js';
import { form, textInput, titleWith } from '../kit/form.js';
import { oneLine } from '../../domain/names/one-line.js';
import type { TextToType } from '../../domain/changes/change.js';

/** Discord's limit of fields in a form. */
const MAX_FIELDS = 5;
export const TYPED_FIELDS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/**
 * Asks for the last characters of each new address: one field each, or one for all if there are too
 * many. Shows how an address begins, never how it ends.
 */
export function typedForm(customId: string, subject: string, wanted: readonly TextToType[]): Modal {
  const title = titleWith('Confirm payouts: ', subject);
  const length = wanted[0]?.end.length ?? 0;
  if (wanted.length > MAX_FIELDS) {
    return form(customId, title, [
      {
        label: capital(`${lastCharacters(length)} of all ${wanted.length} addresses`),
        description: `One per line: ${wanted.map((each) => beginning(each, 6)).join(' ')}`,
        component: typedInput(TYPED_FIELDS[0], 200),
      },
    ]);
  }
  const fields = wanted.map((each, index) => ({
    label: `New address ${beginning(each, 16)}…`,
    description: each.isExact
      ? '⚠️ Only capitals or spaces tell it from a known address. Type all of it, with its capitals.'
      : each.isLookalike
        ? `⚠️ Looks like a known address, but isn’t. Compare all of it, then type its ${lastCharacters(length)}.`
        : `Its ${lastCharacters(length)}. Compare all of it with your own records.`,
    component: typedInput(TYPED_FIELDS[index] ?? '', Math.max(40, 2 * length)),
  }));
  return form(customId, title, fields);
}

export function lastCharacters(length: number): string {
  return `last ${length === 6 ? 'six' : length} characters`;
}

/** In groups of four, as on the card, without the characters to type. */
function beginning({ whole, end }: TextToType, most: number): string {
  const shown = oneLine(whole, 200).slice(
    0,
    Math.max(0, Math.min(most, whole.length - end.length)),
  );
  return most > 8 ? (shown.match(/.{1,4}/g) ?? []).join(' ') : shown;
}

export function noteForm(customId: string, subject: string): Modal {
  return form(customId, titleWith('Mark as checked: ', subject), [
    {
      label: 'What did you find at the pool?',
      description: 'Kept in the audit trail. After this, the same change can be requested again.',
      component: typedInput('text', 500),
    },
  ]);
}

export function restoreForm(customId: string): Modal {
  return form(customId, 'Accept the older copy', [
    {
      label: 'Why was an older copy restored?',
      description: 'Kept in the audit trail. The outcome of open changes becomes unknown.',
      component: typedInput('text', 300),
    },
  ]);
}

/** With several lines where a long text may be typed. */
function typedInput(id: string, most: number) {
  const style = most > 100 ? TextInputStyle.Paragraph : TextInputStyle.Short;
  return textInput(id, most, { style, min_length: 1 });
}
