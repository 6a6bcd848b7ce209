import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workspaceActionSchema } from '../../../../src/pool-api/resources.js';
import { workspaceActionFields } from '../../../../src/views/changes/pool-answer/workspace-action.js';
import { reportShown } from '../../../../src/views/changes/fields/finished-fields.js';
import { splitMetadata } from '../../../../src/views/changes/pool-answer/documented-metadata.js';
import { valueFields } from '../../../../src/views/changes/pool-answer/answer-fields.js';
import { withoutCode } from '../../support/rendered.js';
import { SAMPLES } from '../../support/samples.js';

const CONSOLE = 'https://console.example/base/';

function shown(action: unknown, consoleUrl: string | undefined = CONSOLE): string {
  return workspaceActionFields(workspaceActionSchema.parse(action), consoleUrl)
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n');
}

describe('the record', () => {
  test('is the same in camelCase', () => {
    const camel = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(camel)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([key, inner]) => [
                key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
                camel(inner),
              ]),
            )
          : value;
    expect(shown(camel(SAMPLES.workspaceAction))).toBe(shown(SAMPLES.workspaceAction));
  });

  test('shows every field of the description that came, and none that did not', () => {
    const names = (action: object) =>
      workspaceActionFields(workspaceActionSchema.parse(action), CONSOLE).map(({ name }) => name);
    const least = ['Status', 'Action', 'Requires approval', 'Initiated by', 'Initiated', 'Id'];
    expect(names({})).toEqual(least);
    const { metadata: _, ...whole } = SAMPLES.workspaceAction;
    expect(names(whole).toSorted()).toEqual(
      [
        ...least,
        'Approved',
        'Approved by',
        'At the pool',
        'Cancelled by',
        'Rejected',
        'Rejected by',
      ].toSorted(),
    );
  });

  test.each<[unknown, string]>([
    [undefined, 'not given'],
    [null, 'null \\(no value\\)'],
    ['', '""'],
    [' DONE ', '" DONE "'],
  ])('shows the status %j as it came', (status, words) => {
    expect(shown({ status })).toContain(`Status: **${words}**`);
  });

  test('shows what nobody described of the people in it', () => {
    const text = shown({ initiated_by: { id: 'a', mfa: null }, approved_by: [{ via: 'api' }] });
    expect(text).toContain('`initiated_by.mfa` null');
    expect(text).toContain('`approved_by.0.via` api');
  });

  test('says of a null among people that it is not given', () => {
    expect(shown({ approved_by: [null, { display_name: 'Ada' }] })).toContain(
      'Approved by: not given and Ada',
    );
  });

  test.each([
    [true, 'yes'],
    [false, 'no'],
    ['maybe_later', String.raw`"maybe\_later"`],
    [null, 'not given'],
    [undefined, 'not given'],
  ])('an approval of %j is %s', (flag, word) => {
    expect(shown({ requires_approval: flag })).toContain(`Requires approval: ${word}`);
  });
});

/** Every key of the description's metadata table, in the shapes it gives. */
const ORDER = {
  order_number: 1,
  contract: 'c',
  side: 'BUY',
  status: 's',
  unit: 'u',
  hashprice: '1.5',
  size: 2,
  is_gtc: true,
};
const MEMBER = { id: 'm', role: 'r', scope: 's', subaccount_id: 3, is_delete: false };
const METADATA: Record<string, unknown> = {
  target: { id: 't', email: 'a@b.c', is_api_key: false, avatar_url: 'https://evil.example/a.png' },
  old_role: 'A',
  new_role: 'B',
  email: 'a@b.c',
  old_name: 'x',
  new_name: 'y',
  watcher_link_name: 'w',
  api_key_name: 'k',
  is_api_key: true,
  workspace: { id: 'w', name: 'n' },
  product: { id: 'p', type: 't', name: 'n' },
  products_assigned: [{ id: 'p' }],
  products_unassigned: [{ id: 'q' }],
  payment_settings: {
    progressive_username: 'u',
    currency: 'BTC',
    payment_addresses: [{ name: 'n', address: 'a', split: '50', action: 'ADD' }],
  },
  subaccount: { progressive_user_id: 7, account_name: 'north' },
  subaccounts: [{ progressive_user_id: 8 }],
  api_key_accesses: [{ role: 'r', scope: 's' }],
  referral_code: { code: 'R', currency_profile: 'c' },
  invite_member_multiple_products: { email: 'e', permissions: [{ role: 'r' }] },
  derivatives_orders: { cancel_existing_orders: true, items: [ORDER] },
  old_order: ORDER,
  new_order: ORDER,
  site: { id: 's', name: 'n', operating_min: 1, operating_max: 2 },
  entities_modified: [{ scope: 's', subaccount_id: 4 }],
  memberships_can_approve: [{ scope: 's' }],
  new_member: [MEMBER],
  update_role: { old_memberships: [MEMBER], new_memberships: [MEMBER] },
  old_entity: { id: 'o', name: 'n' },
  new_entity: { id: 'n', name: 'm' },
  change_2fa: { enable: true },
};

describe('metadata', () => {
  test.each(Object.keys(METADATA))('%s is listed with every leaf', (key) => {
    const lines = shown({ metadata: { [key]: METADATA[key] } }).split('\n');
    const details = lines.slice(lines.findIndex((line) => line.startsWith('Details')));
    const leaves = JSON.stringify(METADATA[key]).match(/[^[{,:]+(?=[,}\]]|$)/g) ?? [];
    expect(details).toHaveLength(leaves.length);
    for (const line of details) expect(line).toContain(`\`${key}`);
    expect(details.join('\n')).not.toMatch(/(?<!\\)[@]|https:/);
  });

  test('a great deal of it fills three fields and says how much is left', () => {
    const subaccounts = Array.from({ length: 500 }, () => ({ account_name: 'value'.repeat(10) }));
    const metadata = { subaccounts };
    const fields = workspaceActionFields(workspaceActionSchema.parse({ metadata }), CONSOLE);
    const details = fields.filter(({ name }) => name.startsWith('Details'));
    expect(details.map(({ name }) => name)).toEqual([
      'Details the pool gave',
      'Details, continued',
      'Details, continued',
    ]);
    expect(details.every(({ value }) => value.length <= 1024)).toBe(true);
    const listed = details.flatMap(
      ({ value }) => value.match(/`subaccounts\.\d+\.account_name`/g) ?? [],
    ).length;
    expect(details.at(-1)?.value).toMatch(new RegExp(`… and ${500 - listed} more$`));
  });
});

describe('what the description doesn’t have within metadata', () => {
  const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const kept = (metadata: object) => {
    const action = { id: 'a', status: 'COMPLETED', metadata };
    const report = workspaceActionFields(workspaceActionSchema.parse(action), CONSOLE);
    const card = reportShown(report, { answer: action, isContradicted: false });
    return card.fields.map(({ name, value }) => `${name}: ${value}`).join('\n');
  };

  test.each([
    [{ payout_address: OTHER }, 'metadata.payout_address'],
    [{ payment_settings: { addresses: [{ address: OTHER }] } }, 'settings.addresses.0.address'],
    [{ payment_settings: [{ payment_addresses: [{ address: OTHER }] }] }, 'payment_settings.0.'],
    [{ payment_settings: { payment_addresses: [OTHER] } }, 'payment_addresses.0'],
    [{ payment_settings: { payment_addresses: [{ name: 'x' }, { to: OTHER }] } }, 'addresses.1.to'],
    [{ subaccount: OTHER }, 'metadata.subaccount'],
    [{ new_entity: { id: '1', address: OTHER } }, 'metadata.new_entity.address'],
    [{ new_role: { of: OTHER } }, 'metadata.new_role.of'],
  ])('stands on the finished card too: %j', (metadata, path) => {
    expect(kept(metadata)).toContain(path);
    expect(kept(metadata)).toContain(OTHER);
  });

  test('and what it has is left to the details', () => {
    const { metadata } = SAMPLES.workspaceAction;
    expect(kept(metadata)).not.toContain('Also in the answer');
    expect(shown({ metadata })).not.toContain('Also in the answer');
    expect(splitMetadata(metadata)).toEqual({ documented: metadata });
  });

  test('nothing is lost between the two', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('site', 'subaccounts', 'x'), fc.jsonValue()),
        (all) => {
          const { documented, others } = splitMetadata(all);
          const given = (value: unknown) =>
            valueFields(value, {
              title: '',
              continued: '',
              mostFields: 99,
              mostOfValue: 99,
              mostOfField: 1e6,
            }).flatMap(({ value: lines }) => lines.split('\n'));
          const parts = [...given(documented), ...given(others)];
          expect(parts.toSorted()).toEqual(given(all).toSorted());
        },
      ),
    );
  });
});

describe('the link', () => {
  test('opens a plain path below the console’s address', () => {
    expect(shown({ url: '/v2/workspace/actions/a-1' })).toContain(
      'At the pool: [Open in the pool’s console](https://console.example/base/v2/workspace/actions/a-1)',
    );
  });

  test('is a text without a console', () => {
    const field = workspaceActionFields(
      workspaceActionSchema.parse({ url: '/v2/workspace/actions/a-1' }),
      undefined,
    ).find(({ name }) => name === 'At the pool');
    expect(field?.value).toBe('`/v2/workspace/actions/a-1`');
  });

  test.each([
    'javascript:alert(1)',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/v2//evil',
    '@evil.example',
    '/@evil.example',
    '/v2/../../admin',
    '/..',
    '/%2e%2e/admin',
    '/a)[b](https://evil.example',
    '/a b',
    '/a?next=https://evil.example',
    '/a#b',
    '/a\nb',
    'v2/actions',
    '/ö',
    `/${'a'.repeat(301)}`,
  ])('is a text for %j', (url) => {
    const text = shown({ url });
    expect(text).toContain('At the pool: `');
    expect(withoutCode(text)).not.toContain('](');
  });

  test('never leaves the console, whatever the path', () => {
    const part = fc.constantFrom(
      '/',
      '.',
      '..',
      '@',
      ':',
      '\\',
      '%2e',
      'evil.example',
      'a',
      '-',
      ')',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const link = /\]\(([^)]*)\)/.exec(shown({ url: `/${parts.join('')}` }))?.[1];
        if (link === undefined) return;
        const { origin, pathname } = new URL(link);
        expect(origin).toBe('https://console.example');
        expect(pathname).toMatch(/^\/base\/./);
      }),
    );
  });
});
