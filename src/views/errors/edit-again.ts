import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';

/** Under the refusal of a form: opens it again as it was typed. */
export function editAgainButton(customId: string): NonNullable<Reply['components']> {
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: 'Edit again…',
          custom_id: customId,
        },
      ],
    },
  ];
}
