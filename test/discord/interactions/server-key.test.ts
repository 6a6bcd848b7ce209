import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand } from '../../../src/command.js';
import { click, command, select, submit, typing } from './interactions.js';
import { createHarness, SERVER_KEY } from './router-harness.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('the server’s key', () => {
  const note = defineCommand({
    name: 'note',
    description: 'Keeps what it is told',
    access: 'manager',
    audience: 'private',
    writes: true,
    examples: [],
    options: z.object({ text: z.string().describe('What to keep') }),
    run: () => ({ content: 'kept' }),
  });
  const form = (takesKey: boolean) =>
    defineAction({
      kind: 'form',
      access: 'anyone',
      answers: 'private',
      writes: true,
      takesKey,
      args: z.tuple([]),
      fields: z.object({ key: z.string() }),
      run: () => ({ content: 'kept' }),
    });
  const refused = { content: expect.stringContaining('contains this server’s API key') };

  test('in what writes is refused without a word of it, and entered nowhere', async () => {
    // Even for people without permission: their attempt would be recorded as typed.
    const harness = createHarness({ commands: [note], actions: [form(false)] });
    const typed = command('note', { text: `see ${SERVER_KEY}.` });
    const sent = submit('form', { key: SERVER_KEY });
    for (const each of [typed, sent]) await harness.router.handle(each);
    for (const each of [typed, sent])
      expect(harness.rest.held.get(each.id)?.shown).toEqual(refused);
    expect(harness.turnedAway).toEqual([]);
    const seen = [...harness.lines, JSON.stringify([...harness.rest.held.values()])];
    expect(seen.join()).not.toContain(SERVER_KEY);
  });

  test('in what only reads is refused as well, also where it was chosen or stands in an id', async () => {
    const ran: string[] = [];
    const read = defineCommand({
      name: 'list',
      description: 'Only reads',
      access: 'viewer',
      examples: [],
      audience: 'public',
      options: z.object({ model: z.string().describe('What to show') }),
      autocomplete: { model: async (typed) => [{ name: `as typed: ${typed}`, value: typed }] },
      run: () => ({ content: ran.push('list').toString() }),
    });
    const page = defineAction({
      kind: 'page',
      access: 'anyone',
      answers: 'private',
      args: z.tuple([z.string()]),
      fields: z.object({ values: z.array(z.string()).optional() }),
      run: () => ({ content: ran.push('page').toString() }),
    });
    const harness = createHarness({ commands: [read], actions: [page] });
    const all = [
      command('list', { model: SERVER_KEY }),
      click(`page:${SERVER_KEY}`),
      select('page:1', [`x${SERVER_KEY}`]),
    ];
    for (const each of all) await harness.router.handle(each);
    for (const each of all) expect(harness.rest.held.get(each.id)?.shown).toEqual(refused);
    const typed = typing('list', 'model', { model: SERVER_KEY });
    await harness.router.handle(typed);
    expect(ran).toEqual([]);
    expect(
      [...harness.lines, JSON.stringify([...harness.rest.held.values()])].join(),
    ).not.toContain(SERVER_KEY);
  });

  test('goes into the form that is for it', async () => {
    const harness = createHarness({ actions: [form(true)] });
    const sent = submit('form', { key: SERVER_KEY });
    await harness.router.handle(sent);
    expect(harness.rest.held.get(sent.id)?.shown).toEqual({ content: 'kept' });
  });
});
