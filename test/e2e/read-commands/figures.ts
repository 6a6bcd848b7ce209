import type { World } from '../world.js';

/**
 * The loopback pool's figures cover its latest days, so they differ tomorrow: a card's figures are
 * checked against the pool's answers, and only its shape against a snapshot.
 */
const FIGURE = /[+-]?\d[\d,]*\.\d+/g;

/** Where figures with decimals stand, whatever they are. */
export function withoutFigures(text: string): string {
  return text.replaceAll(FIGURE, '0.0');
}

/** H/s are shown in PH/s and smaller units, fractions in percent. */
const SCALES = [0, -15, -12, 2];

/** Figures with decimals in the text that round none of the pool's figures. */
export function invented(text: string, answers: readonly string[]): string[] {
  const said = answers.flatMap((answer) =>
    [...answer.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi)].map(([digits]) => Number(digits)),
  );
  return [...text.matchAll(FIGURE)]
    .map(([figure]) => figure)
    .filter((figure) => {
      const digits = figure.replaceAll(/[+,]/g, '');
      const decimals = digits.length - digits.indexOf('.') - 1;
      // A half may be rounded either way; a double is slightly off.
      const half = 0.500001 * 10 ** -decimals;
      return !SCALES.some((scale) =>
        said.some((value) => Math.abs(value * 10 ** scale - Number(digits)) <= half),
      );
    });
}

/** The pool's answers, as text, to each request after the first `before` ones. */
export async function answersSince({ pool, key }: World, before: number): Promise<string[]> {
  return Promise.all(
    pool.requests.slice(before).map(async ({ path, query }) => {
      const url = new URL(path.split('?')[0] ?? '', pool.url);
      for (const [name, values] of Object.entries(query))
        for (const value of values) url.searchParams.append(name, value);
      return (await fetch(url, { headers: { authorization: key } })).text();
    }),
  );
}
