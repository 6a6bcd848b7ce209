import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePrivateFile } from '../../../src/store/bulk/private-file.js';
import { refuseUnreplaceable } from '../../../src/store/bulk/overwritable-file.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string) =>
  writePrivateFile(path, {
    async *lines() {
      for (let line = 0; line < 1_000; line++) yield `${text} ${line}\n`;
    },
    check: async () => undefined,
  });

const whole = (text: string) =>
  Array.from({ length: 1_000 }, (_, line) => `${text} ${line}\n`).join('');

describe('the draft of a file', () => {
  test('of an earlier run with the same process id is in nobody’s way, and stays', async () => {
    const path = join(folder, 'nightly.gz');
    const left = `${path}.new-${process.pid}`;
    writeFileSync(left, 'cut off');
    await write(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe(whole('new'));
    expect(readFileSync(left, 'utf8')).toBe('cut off');
  });

  test('is each run’s own: of several at once the last one is the file, whole', async () => {
    const path = join(folder, 'nightly.gz');
    await Promise.all([write(path, 'one'), write(path, 'two')]);
    expect(readFileSync(path, 'utf8')).toBeOneOf([whole('one'), whole('two')]);
    expect(readdirSync(folder)).toEqual(['nightly.gz']);
  });

  test('that can’t be finished is removed', async () => {
    const path = join(folder, 'nightly.gz');
    const failing = writePrivateFile(path, {
      // oxlint-disable-next-line require-yield
      async *lines() {
        throw new Error('the store is gone');
      },
      check: async () => undefined,
    });
    await expect(failing).rejects.toThrow('the store is gone');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what may not be replaced', () => {
  test.each([
    ['a file', 'file'],
    ['nothing', 'none'],
    ['a folder', '.'],
  ])('a link to %s is refused, and stays', async (_, target) => {
    writeFileSync(join(folder, 'file'), 'old');
    const path = join(folder, 'link');
    symlinkSync(target, path);
    await expect(write(path, 'new')).rejects.toThrow(
      `${path} is a link, not a file. Nothing was written. Give the path of a file`,
    );
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('old');
    expect(readdirSync(folder).toSorted()).toEqual(['file', 'link']);
  });

  test('a socket is refused, and stays', async () => {
    const path = join(folder, 'socket');
    const server = createServer().listen(path);
    await once(server, 'listening');
    await expect(write(path, 'new')).rejects.toThrow('is a pipe or socket, not a file');
    expect(lstatSync(path).isSocket()).toBe(true);
    server.close();
  });

  test('a folder is refused, and a path below a file', async () => {
    const path = join(folder, 'full');
    mkdirSync(path);
    await expect(write(path, 'new')).rejects.toThrow('is a folder, not a file');
    writeFileSync(join(path, 'file'), '');
    await expect(write(join(path, 'file', 'x'), 'new')).rejects.toThrow(
      'can’t be written (ENOTDIR)',
    );
  });

  // A test that fails must not cost the machine its device: the path is only looked at.
  test('a device is refused', async () => {
    await expect(refuseUnreplaceable('/dev/null')).rejects.toThrow('is a device, not a file');
  });

  test.each(['pitboss.sqlite', 'pitboss.sqlite-wal', 'pitboss.sqlite-shm', 'Pitboss.SQLite'])(
    'a store’s own %s is refused, however the path is spelled',
    async (name) => {
      const data = join(folder, 'data');
      mkdirSync(data);
      symlinkSync('data', join(folder, 'linked'));
      const file = join(data, name);
      writeFileSync(file, 'the store');
      for (const path of [
        file,
        `${folder}/data/../data/./${name}`,
        join(folder, 'linked', name),
        relative(process.cwd(), file),
      ])
        await expect(write(path, 'new'), path).rejects.toThrow(
          `${path} is a name that the embedded store keeps for its own files. Nothing was written.`,
        );
      expect(readFileSync(file, 'utf8')).toBe('the store');
      expect(readdirSync(data)).toEqual([name]);
    },
  );

  test('a file in the data folder under another name is written', async () => {
    const path = join(folder, 'pitboss.sqlite.gz');
    writeFileSync(join(folder, 'pitboss.sqlite'), 'the store');
    await write(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe(whole('new'));
  });
});
