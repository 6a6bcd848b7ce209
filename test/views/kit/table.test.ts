import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { table, TABLE_WIDTH } from '../../../src/views/kit/table.js';
import { hostile } from '../support/hostile.js';

/** Widths that exactly fill a phone's line, including the spaces between. */
const widths = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
  .filter((each) => each.reduce((total, width) => total + width + 1, -1) <= TABLE_WIDTH);

describe('a table', () => {
  test('of anything is a closed block of lines that never wrap', () => {
    fc.assert(
      fc.property(widths, fc.array(fc.array(hostile), { maxLength: 5 }), hostile, (...given) => {
        const [columnWidths, rows, heading] = given;
        const text = table<string[]>(
          columnWidths.map((width, index) => ({
            heading,
            width,
            ...(index % 2 === 0 ? {} : { align: 'right' as const }),
            cell: (row) => row[index] ?? '',
          })),
          rows,
        );
        const lines = text.split('\n');
        expect(lines).toHaveLength(rows.length + 3);
        expect([lines[0], lines.at(-1)]).toEqual(['```', '```']);
        for (const line of lines.slice(1, -1)) {
          expect(line).not.toContain('```');
          expect(stringWidth(line)).toBeLessThanOrEqual(TABLE_WIDTH);
          expect(line.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('cuts wide signs whole, keeps columns straight, escapes nothing', () => {
    const rows = [
      ['a_b.c*', '1'],
      ['漢字漢字漢字', '12345678'],
      ['😀😀😀😀😀', '-2'],
    ];
    expect(
      table<string[]>(
        [
          { heading: 'Name', width: 6, cell: ([name = '']) => name },
          { heading: 'A heading', width: 5, align: 'right', cell: ([, figure = '']) => figure },
        ],
        rows,
      ),
    ).toMatchInlineSnapshot(`
      "\`\`\`
      Name   A he…
      a_b.c*     1
      漢字…  1234…
      😀😀…     -2
      \`\`\`"
    `);
  });

  test('a wide sign in the narrowest column', () => {
    expect(
      table([{ heading: 'H', width: 1, cell: (text: string) => text }], ['漢', 'ab', 'a']),
    ).toBe('```\nH\n…\n…\na\n```');
  });
});

test('names that begin alike keep their ends, within the width, whatever they are', () => {
  const column = {
    heading: 'Name',
    width: 13,
    cut: 'middle' as const,
    cell: (name: string) => name,
  };
  const lines = (names: string[]) => table([column], names).split('\n').slice(2, -1);
  expect(lines(['cedar-ridge-hydro', 'cedar-ridge-air', 'short', 'exactly-13-ch'])).toEqual([
    'cedar-…-hydro',
    'cedar-…ge-air',
    'short',
    'exactly-13-ch',
  ]);
  expect(lines(['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'])[0]).toContain('…');
});

test('one column takes the room that the others leave, and no more than the line has', () => {
  const columns = [
    { heading: 'Name', width: 8, grows: true as const, cell: ([name = '']: string[]) => name },
    { heading: 'Fee', width: 14, align: 'right' as const, cell: ([, fee = '']: string[]) => fee },
  ];
  const lines = (rows: string[][]) => table(columns, rows).split('\n').slice(2, -1);
  expect(lines([['a'.repeat(36), '1.5']])).toEqual([`${'a'.repeat(36)} 1.5`]);
  expect(lines([['a'.repeat(37), '1.5']])).toEqual([`${'a'.repeat(35)}… 1.5`]);
  expect(lines([['a'.repeat(37), '9'.repeat(20)]])).toEqual([
    `${'a'.repeat(24)}… ${'9'.repeat(13)}…`,
  ]);
});
