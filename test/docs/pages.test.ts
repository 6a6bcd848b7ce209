import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.js';
import { commandsPage, pictureOf, typedOf } from './commands-page.js';
import { configurationPage } from './configuration-page.js';
import { expectPage } from './markdown.js';

test('docs/configuration.md has every variable as the process reads it', () =>
  expectPage('configuration.md', configurationPage()));

test('docs/commands.md has every command as Discord is told of it', () =>
  expectPage('commands.md', commandsPage()));

test('each command has its picture (`npm run pictures`), and no other has one', () => {
  const pictured = commands.flatMap((entry) => typedOf(entry)).map(({ path }) => pictureOf(path));
  const there = readdirSync(join(import.meta.dirname, '../../docs/screenshots/commands'));
  expect(there.map((name) => `commands/${name}`).toSorted()).toEqual(pictured.toSorted());
});

test('a command that changes something says what', () => {
  const typed = commands.flatMap((entry) => typedOf(entry));
  const silent = typed.filter(
    ({ command }) =>
      (command.writes === true || command.opens !== undefined) && command.changes === undefined,
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
  const asking = typed.filter(
    ({ command }) =>
      command.changes !== undefined && command.writes !== true && command.opens === undefined,
  );
  // Commands that ask first, or give a button that opens a form.
  expect(asking.map(({ path }) => path)).toEqual([
    'payment-settings change',
    'changes accept-restore',
    'daily off',
    'alerts remove',
    'setup disconnect',
  ]);
});
