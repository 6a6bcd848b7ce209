import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { violations } from '../../discord/limits/limit-checker.js';
import { contractsReply } from '../../../src/views/derivatives/contracts.js';
import { minersReply } from '../../../src/views/fleet/miners.js';
import {
  paymentSettingsReply,
  RECORDS_PER_PAGE,
} from '../../../src/views/pool/payment-settings.js';
import { subaccountsReply } from '../../../src/views/pool/subaccounts.js';
import { pages as onePage } from '../support/frame.js';
import { hostile } from '../support/hostile.js';
import { markdownIn } from '../support/markdown.js';
import { codeIn, inWords, textsOf, withoutCode } from '../support/rendered.js';
import { replies } from '../support/replies.js';
import { allNull, asItIs, empty, filledWith, hollow, read } from '../support/samples.js';

const NAMES = Object.keys(replies(empty));
const ANSWERS = { 'a whole answer': asItIs, nulls: allNull, 'an empty answer': empty, hollow };

describe('what people read', () => {
  test.each(NAMES)('%s', async (name) => {
    const golden = Object.entries(ANSWERS).map(([what, change]) => {
      const reply = replies(change)[name];
      return `==== ${what}\n${reply === undefined ? '' : inWords(reply)}\n`;
    });
    await expect(golden.join('\n')).toMatchFileSnapshot(`../golden/${name}.txt`);
  });
});

describe('nothing is invented', () => {
  test.each(NAMES)('%s shows no figure that the pool did not give', (name) => {
    for (const change of [allNull, empty, hollow]) {
      const reply = replies(change)[name];
      const values = (reply?.embeds ?? []).flatMap(({ title, description, fields = [] }) => [
        title,
        description,
        ...fields.map(({ value }) => value),
      ]);
      for (const value of values) {
        // Ours: names of figures, the requested range, the page, the number of rows, the missing
        // day, the place in a list.
        const given = (value ?? '')
          .replaceAll(
            /\b(5 minutes|24 hours):|17–19 Nov 2026 \(3 days, UTC\)|19 Nov 2026|Page 1,|\b1 (row|payment|day)\b|\b0 days\b/g,
            '',
          )
          .replaceAll(
            /without 1 of 1|\bok 1\b|not given 1\b|> Miner 1\b|payment_addresses\.0`/g,
            '',
          );
        expect(given).not.toMatch(/\d/);
      }
    }
  });
});

describe('tables on a phone', () => {
  /** Lines of code blocks, which Discord wraps after forty characters. */
  const tableLines = (reply: Reply) =>
    (reply.embeds ?? [])
      .flatMap(({ description = '' }) => description.match(/```[^]*?```/g) ?? [])
      .flatMap((block) => block.split('\n').slice(1, -1));

  test.each([asItIs, filledWith('W'.repeat(60)), filledWith('-123456789012.123456789')])(
    'never wrap',
    (change) => {
      const lines = Object.values(replies(change)).flatMap(tableLines);
      expect(lines.length).toBeGreaterThan(10);
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(40);
    },
  );

  test('of anything never wrap', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [name, reply] of Object.entries(replies(filledWith(text))))
          for (const line of tableLines(reply))
            expect([name, stringWidth(line) <= 40, line]).toEqual([name, true, line]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('hostile answers', () => {
  const house = (text: string) =>
    withoutCode(text)
      .replaceAll(/\*\*/g, '')
      .replaceAll(/^(-# |> )/gm, '')
      .replaceAll(/<t:-?\d+:[fDR]>/g, '')
      .replaceAll('[Open in the pool’s console](https://console.example', '');

  test('no mention, link or markdown of theirs is rendered', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [name, reply] of Object.entries(replies(filledWith(text)))) {
          for (const each of textsOf(reply).rendered) {
            expect([name, markdownIn(house(each))]).toEqual([name, []]);
            expect(
              withoutCode(each)
                .replaceAll(/\\[^0-9A-Za-z\s]/gu, '')
                .includes('`'),
            ).toBe(false);
          }
        }
      }),
    );
  });

  test.each(['', ' ', '\u200B\uFEFF'])('%j leaves no empty place', (text) => {
    for (const [name, reply] of Object.entries(replies(filledWith(text)))) {
      for (const each of textsOf(reply).rendered)
        expect([name, each.trim() === '' || each.includes('****')]).toEqual([name, false]);
    }
  });

  test('no escape is shown where Discord shows it', () => {
    const text = '10.1.2.3 a_b *c* <@1> #d';
    for (const [name, reply] of Object.entries(replies(filledWith(text)))) {
      const { rendered, literal } = textsOf(reply);
      for (const each of [...literal, ...rendered.flatMap(codeIn)])
        expect([name, each]).toEqual([name, each.replaceAll('\\', '')]);
    }
  });

  test('every reply keeps Discord’s limits once its texts are cut, and is well formed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [name, reply] of Object.entries(replies(filledWith(text))))
          expect([name, violations(clampReply(reply))]).toEqual([name, []]);
      }),
      { numRuns: 40 },
    );
  });

  test('nor does a whole page of anything break them', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { miner, subaccount, paymentSettings, contract } = read(filledWith(text));
        // As many rows as the commands request.
        const page = <Item>(item: Item, rows: number) => ({
          value: { items: Array.from({ length: rows }, () => item), pagination: null },
          readAt: 0,
          refusedSubaccounts: Array.from({ length: 40 }, () => text),
          filledInAllSubaccounts: true,
        });
        const pages = { ...onePage, more: true, csvId: 'csv' };
        const all = [
          minersReply({
            read: page(miner, 10),
            filter: {},
            pages,
            selectId: 'select',
            selectValues: Array.from({ length: 10 }, (_, place) => `${place}${text}`.slice(0, 100)),
          }),
          subaccountsReply({ read: page(subaccount, 15), pages }),
          paymentSettingsReply({
            read: page(paymentSettings, RECORDS_PER_PAGE),
            currency: 'BTC',
            scope: {},
            pages,
          }),
          contractsReply({ read: page(contract, 15), currency: 'BTC', filter: {}, pages }),
        ];
        expect(all.map((reply) => violations(clampReply(reply)))).toEqual(all.map(() => []));
      }),
      { numRuns: 40 },
    );
  });
});
