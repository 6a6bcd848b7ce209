import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** What `npm start` gives to Node, its flags included: the bot as it is run. */
export function argumentsOfNpmStart(): string[] {
  const { scripts } = Object(JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')));
  const [node, ...given] = String(Object(scripts).start).split(' ');
  if (node !== 'node') throw new Error('npm start does not run node');
  return given.map((each) => (each.startsWith('-') ? each : resolve(ROOT, each)));
}
