import { assert, property, string, stringMatching, uniqueArray } from 'fast-check';
import { TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TYPED_FIELDS, typedForm } from '../../../src/views/changes/change-forms.js';

const form = z.object({
  title: z.string(),
  components: z.array(
    z.object({
      label: z.string(),
      description: z.string(),
      component: z.object({
        custom_id: z.string(),
        max_length: z.number(),
        style: z.enum(TextInputStyle),
      }),
    }),
  ),
});

const formFor = (subject: string, addresses: readonly string[]) =>
  form.parse(
    typedForm(
      'id',
      subject,
      addresses.map((whole) => ({ whole, end: whole.slice(-6), isLookalike: false })),
    ).modal,
  );

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('the form that asks for the ends of addresses', () => {
  test('says whose payouts they are, and which address each field is for', () => {
    expect(formFor('BTC of main', [COLD])).toEqual({
      title: 'Confirm payouts: BTC of main',
      components: [
        {
          label: 'New address bc1q ar0s rrr7 xfkv…',
          description: 'Its last six characters. Compare all of it with your own records.',
          component: { custom_id: 'first', max_length: 40, style: TextInputStyle.Short },
        },
      ],
    });
  });

  test('has several lines for an address that is typed whole and is long', () => {
    const whole = 'bc1p'.padEnd(90, 'q');
    const typed = { whole, end: whole, isLookalike: true, isExact: true } as const;
    const { components } = form.parse(typedForm('id', 'BTC of main', [typed]).modal);
    expect(components[0]?.component).toMatchObject({
      max_length: 180,
      style: TextInputStyle.Paragraph,
    });
  });

  test('has one field for all where there are more than five', () => {
    const many = Array.from({ length: 10 }, (_, index) => `${index}${COLD}`);
    const { components } = formFor('BTC of main', many);
    expect(components).toHaveLength(1);
    expect(components[0]?.label).toBe('Last six characters of all 10 addresses');
    for (const each of many) expect(components[0]?.description).toContain(each.slice(0, 6));
  });

  /** `parseAddresses` accepts at least 8 characters. */
  const address = stringMatching(/^[0-9A-Za-z]{8,200}$/);

  test('keeps Discord’s limits, and shows nothing of what is to be typed', () => {
    assert(
      property(
        string({ unit: 'grapheme', maxLength: 220 }),
        uniqueArray(address, { minLength: 1, maxLength: 10 }),
        (subject, addresses) => {
          const { title, components } = formFor(subject, addresses);
          expect(title.length).toBeLessThanOrEqual(45);
          expect(components.length).toBeLessThanOrEqual(5);
          const beginnings =
            addresses.length > 5
              ? (components[0]?.description.replace('One per line: ', '').split(' ') ?? [])
              : components.map(({ label }) => label.slice('New address '.length, -1));
          expect(beginnings).toHaveLength(addresses.length);
          for (const [index, whole] of addresses.entries()) {
            const beginning = beginnings[index]?.replaceAll(' ', '') ?? '';
            expect(beginning.length).toBeGreaterThan(0);
            expect(whole.slice(0, -6).startsWith(beginning)).toBe(true);
          }
          for (const { label, description, component } of components) {
            expect(label.length).toBeLessThanOrEqual(45);
            expect(description.length).toBeLessThanOrEqual(100);
            expect(TYPED_FIELDS).toContain(component.custom_id);
          }
        },
      ),
    );
  });
});
