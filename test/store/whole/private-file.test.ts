import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePrivateFile } from '../../../src/store/whole/private-file.js';

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
