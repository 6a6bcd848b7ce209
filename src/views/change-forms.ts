import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from '../reply.js';

/** Asks for the last characters of every new address, all in one field, however many. */
export function typedForm(customId: string, addresses: number): Modal {
  const many = addresses > 1 ? `Of all ${addresses} new addresses, one a line` : 'As on the card';
  return form(customId, {
    title: 'Confirm where the money goes',
    label:
      addresses > 1 ? 'Last six characters of each address' : 'Last six characters of the address',
    description: `${many}. Compare with your own records; heed the card’s warnings.`,
    most: 200,
  });
}

export function noteForm(customId: string): Modal {
  return form(customId, {
    title: 'What did you find at the pool?',
    label: 'Note',
    description: 'Kept in the audit trail. The same change can be asked for again afterwards.',
    most: 500,
  });
}

interface OneField {
  readonly title: string;
  readonly label: string;
  readonly description: string;
  readonly most: number;
}

function form(customId: string, { title, label, description, most }: OneField): Modal {
  return {
    modal: {
      custom_id: customId,
      title,
      components: [
        {
          type: ComponentType.Label,
          label,
          description,
          component: {
            type: ComponentType.TextInput,
            custom_id: 'text',
            style: TextInputStyle.Paragraph,
            required: true,
            min_length: 1,
            max_length: most,
          },
        },
      ],
    },
  };
}
