import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../commands/index.js';
import { root } from '../../../sandbox/dist-paths.js';

/** `/miners list` of "`/miners list status:offline`". */
const MENTION = /`\/([a-z-]+)(?: ([a-z-]+)(?![a-z-]*:))?/g;
/** Words filled in at run time, and addresses of the process. */
const NOT_COMMANDS = /^(?:api|interactions|healthz|readyz|metrics)$/;

test('every command that a sentence names can be typed as it stands there', () => {
  const paths = new Set(
    commands.flatMap((each) =>
      'subcommands' in each
        ? each.subcommands.map(({ name }) => `${each.name} ${name}`)
        : [each.name],
    ),
  );
  const wrong: string[] = [];
  for (const folder of ['src/views', 'commands', 'src/domain', 'src/changes', 'src/bot'])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [all, name = '', second = ''] of text.matchAll(MENTION)) {
        if (NOT_COMMANDS.test(name) || paths.has(name) || paths.has(`${name} ${second}`)) continue;
        wrong.push(`${folder}/${file}: ${all}`);
      }
    }
  expect(wrong).toEqual([]);
});
