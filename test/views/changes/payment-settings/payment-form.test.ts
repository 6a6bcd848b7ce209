import { ComponentType } from 'discord-api-types/v10';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Modal } from '../../../../src/domain/messages/reply.js';
import { guardAddresses } from '../../../../src/domain/payment-settings/address-findings.js';
import { UserError } from '../../../../src/domain/errors/user-errors.js';
import type { NewPaymentSettings } from '../../../../src/domain/payment-settings/new-payment-settings.js';
import { parseAddresses } from '../../../../src/domain/payment-settings/address-lines.js';
import { paymentSettingsSchema, type PaymentSettings } from '../../../../src/pool-api/resources.js';
import {
  formTooSmallSentence,
  presentPaymentReply,
} from '../../../../src/views/changes/payment-settings/payment-change.js';
import {
  formProblemsWords,
  paymentModal,
  presentInForm,
} from '../../../../src/views/changes/payment-settings/payment-form.js';
import { paymentPreviewFields } from '../../../../src/views/changes/payment-settings/payment-preview.js';
import { hostile } from '../../support/hostile.js';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** With the settings in force. */
function modalOf(
  id: string,
  subject: { readonly currency: string; readonly subaccount: string },
  present: PaymentSettings | null,
): Modal {
  return paymentModal(id, subject, presentInForm(present));
}

function inputs({ modal }: Modal) {
  return modal.components.flatMap((each) =>
    each.type === ComponentType.Label ? [each.component] : [],
  );
}

/** The form's text when it opens. */
function filledIn(modal: Modal): string | undefined {
  const text = inputs(modal).find(({ type }) => type === ComponentType.TextInput);
  return text?.type === ComponentType.TextInput ? text.value : undefined;
}

function defaults(modal: Modal): (string | undefined)[] {
  return inputs(modal).flatMap((each) =>
    each.type === ComponentType.StringSelect
      ? [each.options.find((option) => option.default === true)?.value]
      : [],
  );
}

const addresses = (many: number) =>
  Array.from({ length: many }, (_, index) => ({
    address_id: index,
    address_name: `Wallet ${index}`,
    external_address: `${LEGACY}${index}`,
    revenue_allocation: 1,
  }));

describe('the form', () => {
  test('opens with what is in force', () => {
    const modal = modalOf(
      'id',
      { currency: 'BTC', subaccount: 'north' },
      paymentSettingsSchema.parse({
        payment_frequency: 'WEEKLY',
        day_of_week: 'FRIDAY',
        addresses: addresses(2),
      }),
    );
    expect(defaults(modal)).toEqual(['WEEKLY', 'FRIDAY']);
    expect(filledIn(modal)).toBe(`Wallet 0 | ${LEGACY}0 | 1\nWallet 1 | ${LEGACY}1 | 1`);
  });

  test('chooses nothing that the pool did not say, and opens empty where nothing is listed', () => {
    expect(defaults(modalOf('id', { currency: 'BTC', subaccount: 'north' }, null))).toEqual([
      undefined,
      'UNSPECIFIED',
    ]);
    expect(filledIn(modalOf('id', { currency: 'BTC', subaccount: 'north' }, null))).toBeUndefined();
    const unknown = paymentSettingsSchema.parse({
      payment_frequency: 'HOURLY',
      day_of_week: 'NODAY',
    });
    expect(defaults(modalOf('id', { currency: 'BTC', subaccount: 'north' }, unknown))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('holds every present address or does not open', () => {
    let refused = 0;
    for (let many = 1; many <= 120; many++) {
      const list = addresses(many);
      const open = () =>
        filledIn(
          modalOf(
            'id',
            { currency: 'BTC', subaccount: 'n' },
            paymentSettingsSchema.parse({ addresses: list }),
          ),
        );
      try {
        const text = open() ?? '';
        expect(text.length).toBeLessThanOrEqual(4000);
        expect(parseAddresses(text)).toEqual({
          ok: true,
          addresses: list.map(({ address_name, external_address, revenue_allocation }) => ({
            address_name,
            external_address,
            revenue_allocation,
          })),
        });
        expect(refused).toBe(0);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        expect(error.message).toBe(formTooSmallSentence);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(120);
  });

  test('has a title that Discord takes, whatever the subaccount is called', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const { title } = modalOf('id', { currency: 'LTC_DOGE', subaccount: name }, null).modal;
        expect(title.length).toBeLessThanOrEqual(45);
        expect(title.isWellFormed()).toBe(true);
        expect(title).toMatch(/^LTC \+ DOGE payouts of /);
      }),
    );
    expect(
      modalOf('id', { currency: 'BTC', subaccount: '👩🏽'.repeat(40) }, null).modal.title.length,
    ).toBeLessThanOrEqual(45);
  });
});

describe('an entry of which the pool says nothing', () => {
  const [known] = addresses(1);
  const present = paymentSettingsSchema.parse({ addresses: [known, null, {}] });
  const subject = { currency: 'BTC', subaccount: 'north' };
  const said = /The pool lists 2 empty entries/;

  test('has no line in the form, and the card before it says so', () => {
    expect(filledIn(modalOf('id', subject, present))).toBe(`Wallet 0 | ${LEGACY}0 | 1`);
    const card = (of: unknown[]) => {
      const record = paymentSettingsSchema.parse({ addresses: of });
      const asked = { ...subject, present: record, now: 0 };
      return presentPaymentReply(asked, 'id').embeds?.[0]?.description;
    };
    expect(card([known, null, {}])).toMatch(said);
    expect(card([known])).not.toMatch(/says nothing/);
  });

  test('is told of to whoever confirms', () => {
    const after = { payment_frequency: 'DAILY' as const, addresses: [] };
    const told = (before: typeof present) =>
      paymentPreviewFields(before, after, { currency: 'BTC', guard: [] }).find(
        ({ name }) => name === 'Addresses',
      )?.value;
    expect(told(present)).toMatch(said);
    expect(told(paymentSettingsSchema.parse({ addresses: [known] }))).not.toMatch(/says nothing/);
  });
});

describe('what is wrong with it', () => {
  test('is said line by line', () => {
    const parsed = parseAddresses(
      [`x | a | ${BTC} | 1`, 'a', `a | ${BTC} | x`, 'a |  | 1', 'a | b c | 1'].join('\n'),
    );
    expect(parsed.ok ? '' : formProblemsWords(parsed.problems).sentence).toMatchInlineSnapshot(`
      "Nothing was sent. Please correct the payout addresses:
      • Line 1 has four parts, but needs three: name | address | allocation. Leave out the id: Pitboss looks it up. Write a \`|\` inside a name as \`\\|\`.
      • Line 2 needs three parts with \`|\` between them: name | address | allocation.
      • Line 3 needs an allocation that is a plain number, such as \`50\` or \`33.5\`.
      • Line 4 has no address.
      • Line 5 has an address that can’t be one: it needs 8 to 200 letters, digits, \`:\`, \`_\` or \`-\`, without spaces."
    `);
  });

  test('is cut after ten lines, and says so', () => {
    const problems = Array.from({ length: 13 }, (_, index) => ({
      line: index + 1,
      problem: 'parts' as const,
    }));
    const lines = formProblemsWords(problems).sentence.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe('and 3 more lines');
  });
});

describe('the preview', () => {
  const preview = (before: unknown, after: NewPaymentSettings) => {
    const present = before === null ? null : paymentSettingsSchema.parse(before);
    const guard = guardAddresses({
      currency: 'BTC',
      before: (present?.addresses ?? []).map((each) => each.external_address ?? ''),
      after: after.addresses.map((each) => each.external_address),
    });
    return paymentPreviewFields(present, after, { currency: 'BTC', guard })
      .map(({ name, value }) => `${name}: ${value}`)
      .join('\n');
  };

  test('shows each address with its fate, name, share and checksum', () => {
    expect(
      preview(
        {
          payment_frequency: 'WEEKLY',
          day_of_week: 'FRIDAY',
          addresses: [
            { address_id: 1, address_name: 'Cold ', external_address: BTC, revenue_allocation: 40 },
            { address_id: 2, address_name: 'Old_1', external_address: LEGACY },
          ],
        },
        {
          payment_frequency: 'DAILY',
          addresses: [
            {
              address_id: 1,
              address_name: 'Cold',
              external_address: BTC,
              revenue_allocation: 60.5,
            },
            {
              address_name: 'New',
              external_address: `${LEGACY.slice(0, 8)}${'x'.repeat(20)}`,
              revenue_allocation: 39,
            },
          ],
        },
      ),
    ).toMatchInlineSnapshot(`
      "⚠️ Look again: Only 99.5 of 100 is allocated.
      Addresses: **1 new**, **1 kept with another allocation**, **1 removed**
      Allocations add up to **99.5** (before: 40, without 1 of 2)
      Paid out: weekly on Friday → **daily**
      Kept address: **Cold** · id 1 · allocation 40 → **60.5**
      Name: \`Cold\`, changed only in spaces or characters that can’t be shown here
      ⚠️ Extra spaces in the name before: character 5.
      \`bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4\`
      Checksum valid
      🆕 NEW address: **New** · allocation **39**
      \`1A1z P1eP xxxx xxxx xxxx xxxx xxxx\`
      Sent without an id, because it is new.
      ⛔ **The checksum is wrong for this currency: almost certainly a typo.**
      ⚠️ **Looks like this known address, but isn’t it:** \`1A1z P1eP 5QGe fi2D MPTf TL5S Lmv7 Divf Na\`
      🗑️ REMOVED address: **Old\\_1** · id 2 · allocation not given → none
      \`1A1z P1eP 5QGe fi2D MPTf TL5S Lmv7 Divf Na\`
      Note: -# The pool doesn’t say whether new settings replace the current ones, or whether it then freezes payouts for a while (\`frozen_until\`). REMOVED means that this request leaves the address out."
    `);
  });

  test('marks the names of what is removed, and what a kept address was called before', () => {
    const text = preview(
      {
        addresses: [
          { address_id: 1, address_name: 'kеpt', external_address: BTC, revenue_allocation: 50 },
          { address_id: 2, address_name: 'old\u200B', external_address: LEGACY },
        ],
      },
      {
        payment_frequency: 'DAILY',
        addresses: [
          { address_id: 1, address_name: 'kept', external_address: BTC, revenue_allocation: 100 },
        ],
      },
    );
    expect(text).toContain('Unusual letters in the name before: U+0435 (character 2)');
    expect(text).toMatch(/REMOVED address: .*\n⚠️ Unusual letters in this name: U\+200B/);
  });

  test.each<[string, object[], [number | undefined, string, string]]>([
    ['another id', [{ address_id: 7 }], [5, 'id 7 → **5**', 'another id for this address.']],
    ['no id', [{}], [5, 'id none → **5**', 'The pool lists no id for this address.']],
    ['an id', [{ address_id: 7 }], [undefined, 'id 7 → **none**', 'lists an id for this address.']],
    ['it no longer', [], [5, ' · id **5** · ', 'The pool no longer lists this address.']],
    [
      'it twice',
      [{ address_id: 5 }, {}],
      [5, ' · id **5** · ', 'lists this address more than once'],
    ],
    [
      'it twice by now',
      [{}, {}],
      [undefined, ' · allocation', 'lists this address more than once'],
    ],
  ])('an address of which the pool lists %s', (_, listed, [id, ...words]) => {
    const text = preview(
      { addresses: listed.map((each) => ({ ...each, external_address: BTC })) },
      {
        payment_frequency: 'DAILY',
        addresses: [
          {
            ...(id === undefined ? {} : { address_id: id }),
            address_name: 'Cold',
            external_address: BTC,
            revenue_allocation: 100,
          },
        ],
      },
    );
    for (const each of words) expect(text).toContain(each);
    expect(text.match(/⚠️ \*\*The/g)).toHaveLength(1);
    expect(text).not.toContain('because it is new');
  });

  const named = (address_name: string, external_address: string, revenue_allocation: number) => ({
    address_name,
    external_address,
    revenue_allocation,
  });
  const DAILY = { payment_frequency: 'DAILY' as const };
  const TREASURY = named('BTC treasury', BTC, 50);

  test.each([
    [
      'that stays',
      [TREASURY],
      [TREASURY, named('BTC treasury', LEGACY, 50)],
      'Another address of this subaccount has that name too',
    ],
    [
      'that stays, in other letters',
      [TREASURY],
      [TREASURY, named(' btc \u00A0TREA\u00ADsury', LEGACY, 50)],
      'Another address of this subaccount has that name too',
    ],
    [
      'that is new too',
      [],
      [TREASURY, named('btc treasury', LEGACY, 50)],
      'Another address of this subaccount has that name too',
    ],
    [
      'that goes',
      [TREASURY],
      [named('BTC treasury', LEGACY, 100)],
      'The removed address had that name',
    ],
    [
      'that is renamed',
      [TREASURY],
      [named('old', BTC, 50), named('BTC treasury', LEGACY, 50)],
      'A kept address had that name until now',
    ],
  ])('warns of a new address with the name of one %s', (_, ...[before, after, words]) => {
    const card = preview({ addresses: before }, { ...DAILY, addresses: after });
    expect(card).toMatch(
      /^⚠️ Same name as (another|the removed) address: (.*\n)?The new address `…DivfNa` is called “/,
    );
    expect(card).toContain(`”. ${words}.`);
  });

  test.each([
    ['of its own', [TREASURY], [TREASURY, named('BTC treasury 2', LEGACY, 50)]],
    ['that it keeps', [TREASURY], [TREASURY]],
    [
      'that two kept ones have',
      [TREASURY, named('BTC treasury', LEGACY, 50)],
      [TREASURY, named('BTC treasury', LEGACY, 50)],
    ],
    ['that is empty', [named('', BTC, 50)], [named('', BTC, 50), named('', LEGACY, 50)]],
  ])('says nothing of a name %s', (_, before, after) => {
    const card = preview({ addresses: before }, { ...DAILY, addresses: after });
    expect(card).not.toContain('Same name as another address');
  });

  test.each([
    [[90], 'Only 90 of 100 is allocated.'],
    [[0], 'Only 0 of 100 is allocated.'],
    [[60.5, 49.5], 'More than 100 is allocated: 110.'],
    [[100.000001], 'More than 100 is allocated: 100.000001.'],
  ])('says how much the shares %j come to', (shares, words) => {
    const after = shares.map((share, at) => named(`n${at}`, at === 0 ? BTC : LEGACY, share));
    expect(preview(null, { ...DAILY, addresses: after })).toContain(`⚠️ Look again: ${words}`);
  });

  test('counts kept addresses with another share apart', () => {
    const before = [TREASURY, { ...named('hot', LEGACY, 0), revenue_allocation: '50.0' }];
    const counted = (next: NewPaymentSettings['addresses']) =>
      /^Addresses: (.*)$/m.exec(preview({ addresses: before }, { ...DAILY, addresses: next }))?.[1];
    expect(counted([TREASURY, named('warm', LEGACY, 50)])).toBe(
      'none new, **2 kept**, none removed',
    );
    expect(counted([TREASURY, named('hot', LEGACY, 30)])).toBe(
      'none new, **1 kept**, **1 kept with another allocation**, none removed',
    );
    expect(counted([named('BTC treasury', BTC, 100)])).toBe(
      'none new, **1 kept with another allocation**, **1 removed**',
    );
  });

  test('of what has no present record, or no addresses', () => {
    expect(preview(null, { payment_frequency: 'UNSPECIFIED', addresses: [] }))
      .toMatchInlineSnapshot(`
        "⚠️ Look again: There are no addresses.
        Addresses: none new, none kept, none removed
        No allocations.
        Paid out: nothing listed → **unspecified**
        Note: -# The pool doesn’t say whether new settings replace the current ones."
      `);
  });
});
