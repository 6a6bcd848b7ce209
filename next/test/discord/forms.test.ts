import { ComponentType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { checkForm } from '../../sandbox/discord/validate.js';
import { readFields, toModal } from '../../src/discord/forms.js';

it('a form is a modal of labels that Discord accepts', () => {
  const modal = toModal({
    form: 'payouts:main',
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-long-name',
    fields: [
      {
        name: 'frequency',
        label: 'Payout frequency',
        value: 'weekly',
        choices: [
          { label: 'Daily', value: 'daily' },
          { label: 'Weekly', value: 'weekly' },
        ],
      },
      {
        name: 'addresses',
        label: 'Payout addresses, one per line',
        help: 'name | address | allocation',
        value: 'cold | bc1q | 100',
        multiline: true,
        required: true,
      },
      { name: 'reason', label: 'Reason', maxLength: 200, placeholder: 'Shown on the card' },
    ],
  });
  expect(checkForm({ type: 9, data: modal })).toMatchObject({
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-…',
    components: [
      { component: { type: 3, required: false, options: [{}, { default: true }] } },
      { description: 'name | address | allocation', component: { style: 2, required: true } },
      { component: { style: 1, max_length: 200, placeholder: 'Shown on the card' } },
    ],
  });
});

it('a submitted form is read by the names of its fields', () => {
  const fields = readFields({
    custom_id: 'payouts:main',
    components: [
      label({ type: ComponentType.TextInput, custom_id: 'reason', value: 'new wallet' }),
      label({ type: ComponentType.StringSelect, custom_id: 'frequency', values: ['weekly'] }),
      label({ type: ComponentType.StringSelect, custom_id: 'day', values: [] }),
    ],
  });
  expect(fields).toEqual({ reason: 'new wallet', frequency: 'weekly', day: '' });
});

function label<Component extends object>(component: Component) {
  return { type: ComponentType.Label, id: 1, component: { id: 2, ...component } } as const;
}
