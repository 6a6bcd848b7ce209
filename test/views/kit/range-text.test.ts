import { describe, expect, test } from 'vitest';
import { readDateRange } from '../../../src/domain/time/date-range.js';
import { usualRanges } from '../../../src/domain/time/named-ranges.js';
import {
  dateProblemWords,
  daySpan,
  rangeChoices,
  rangeLine,
  rangeText,
} from '../../../src/views/kit/range-text.js';

const NOON = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'UTC' };

test('prints a range as short as it can be read', () => {
  expect(rangeText({ start: '2026-11-01', end: '2026-11-19' })).toBe(
    '1–19 Nov 2026 (19 days, UTC)',
  );
  expect(rangeText({ start: '2026-11-19', end: '2026-11-19' })).toBe('19 Nov 2026 (1 day, UTC)');
  expect(daySpan({ start: '2026-10-22', end: '2026-11-20' })).toBe('22 Oct – 20 Nov 2026');
  expect(daySpan({ start: '2025-12-22', end: '2026-01-20' })).toBe('22 Dec 2025 – 20 Jan 2026');
});

test('says when the end was cut', () => {
  const range = { start: '2026-11-01', end: '2026-11-20', clamped: true };
  expect(rangeLine(range)).toMatchInlineSnapshot(`
    "1–20 Nov 2026 (20 days, UTC)
    -# That end is still to come; cut to 20 Nov 2026, the pool’s newest day."
  `);
});

test('offers the usual ranges for from, and their last days for to', () => {
  const usual = usualRanges(NOON);
  expect(rangeChoices('from', '', usual)).toMatchInlineSnapshot(`
    [
      {
        "name": "Yesterday · 19 Nov 2026",
        "value": "yesterday",
      },
      {
        "name": "Last 7 days · 13–19 Nov 2026",
        "value": "last 7 days",
      },
      {
        "name": "Last 30 days · 21 Oct – 19 Nov 2026",
        "value": "last 30 days",
      },
      {
        "name": "Last week · 9–15 Nov 2026",
        "value": "last week",
      },
      {
        "name": "This month · 1–20 Nov 2026",
        "value": "this month",
      },
      {
        "name": "Last month · 1–31 Oct 2026",
        "value": "last month",
      },
      {
        "name": "Today · 20 Nov 2026",
        "value": "today",
      },
      {
        "name": "Last 90 days · 22 Aug – 19 Nov 2026",
        "value": "last 90 days",
      },
      {
        "name": "This year · 1 Jan – 20 Nov 2026",
        "value": "this year",
      },
      {
        "name": "Last year · 1 Jan – 31 Dec 2025",
        "value": "last year",
      },
    ]
  `);
  expect(rangeChoices('to', '', usual)).toMatchInlineSnapshot(`
    [
      {
        "name": "Yesterday · 19 Nov 2026",
        "value": "yesterday",
      },
      {
        "name": "End of last month · 31 Oct 2026",
        "value": "last month",
      },
      {
        "name": "Today · 20 Nov 2026",
        "value": "today",
      },
      {
        "name": "End of last year · 31 Dec 2025",
        "value": "last year",
      },
    ]
  `);
  expect(rangeChoices('from', ' MONTH', usual).map(({ value }) => value)).toEqual([
    'this month',
    'last month',
  ]);
  expect(rangeChoices('from', '@everyone', usual)).toEqual([]);
});

describe('refusals', () => {
  test('name the option, what is wrong and what is accepted', () => {
    expect([
      sentence('`@everyone` \u202Enext week'),
      sentence('2026-02-30'),
      sentence('0226-11-01'),
      sentence('2026-12-01'),
      sentence('2026-11-19', '2026-11-18'),
      sentence('2020-01-01'),
    ]).toMatchInlineSnapshot(`
      [
        "\`from\` takes a day such as \`2026-11-01\` or \`1 nov\`, or a name such as \`yesterday\`, \`last 7 days\`, \`last week\`, \`last month\`; \\\`\\@everyone\\\` next week is neither.",
        "\`from\` is \`2026-02-30\`, a day that does not exist. It takes a day such as \`2026-11-01\` or \`1 nov\`, or a name such as \`yesterday\`, \`last 7 days\`, \`last week\`, \`last month\`.",
        "\`from\` is \`0226-11-01\`, before there was anything to mine. The earliest day is \`2009-01-03\`.",
        "\`from\` is 1 Dec 2026, which is still to come. The pool's newest day is 20 Nov 2026 (UTC); take that or an earlier one.",
        "\`from\` (19 Nov 2026) is after \`to\` (18 Nov 2026). Swap them, or leave one out.",
        "\`from\` and \`to\` span 2,516 days; at most 366 are shown at once. Ask for a shorter range, or for several, one after another.",
      ]
    `);
  });
});

function sentence(from?: string, to?: string) {
  const problem = readDateRange({ from, to }, NOON);
  return 'kind' in problem ? dateProblemWords(problem).sentence : null;
}
