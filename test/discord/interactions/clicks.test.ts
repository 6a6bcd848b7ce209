import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand } from '../../../src/command.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { click, command, select, submit } from './interactions.js';
import { createHarness, onlyHeld } from './router-harness.js';
import { echo } from './commands-to-run.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('clicks, selections and forms', () => {
  const page = (run: () => Reply | Promise<Reply>) =>
    defineAction({
      kind: 'page',
      access: 'viewer',
      args: z.tuple([z.string()]),
      fields: z.object({ values: z.array(z.string()).default([]) }),
      answers: 'update',
      async run({ args: [key], fields: { values } }) {
        const { content } = await run();
        return { content: `${content} ${key} ${values.join('+')}` };
      },
    });

  test('an update replaces the card', async () => {
    const harness = createHarness({ actions: [page(() => ({ content: 'page' }))] });
    await harness.router.handle(select('page:a%3Ab', ['x', 'y']));
    expect(onlyHeld(harness)).toMatchObject({
      first: 'update',
      shown: { content: 'page a:b x+y' },
    });
  });

  test('a failed update leaves the card and tells one person', async () => {
    const harness = createHarness({
      actions: [
        page(async () => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          throw new UserError({ title: 'Away', sentence: 'The pool is away.' });
        }),
      ],
    });
    const handled = harness.router.handle(click('page:1'));
    await vi.advanceTimersByTimeAsync(600);
    await handled;
    expect(onlyHeld(harness)).toMatchObject({
      first: 'defer-update',
      shown: null,
      followUps: [{ content: 'The pool is away.' }],
    });
  });

  test('an update that Discord does not take: the person is told what came of the click', async () => {
    const otherwise = { content: 'It was sent.' };
    const act = defineAction({
      kind: 'act',
      access: 'viewer',
      writes: true,
      args: z.tuple([]),
      fields: z.object({}),
      answers: 'update',
      run: () => ({ content: 'card', otherwise }),
    });
    const harness = createHarness({ actions: [act] });
    harness.rest.nextEdits.push('silent');
    await harness.router.handle(click('act'));
    expect(onlyHeld(harness)).toMatchObject({ shown: null, followUps: [otherwise] });
    expect(harness.records).toMatchObject([{ result: 'unanswered' }]);
    await harness.router.handle(click('act'));
    expect([...harness.rest.held.values()].at(-1)?.shown).toEqual({ content: 'card' });
  });

  test('a form carries what was typed and picked', async () => {
    const got: unknown[] = [];
    const save = defineAction({
      kind: 'save',
      access: 'viewer',
      args: z.tuple([]),
      fields: z.object({ name: z.string(), days: z.array(z.string()) }),
      answers: 'private',
      run({ fields }) {
        got.push(fields);
        return { content: 'saved' };
      },
    });
    const harness = createHarness({ actions: [save] });
    await harness.router.handle(submit('save', { name: 'Ada', days: ['mon'], more: 'x' }));
    expect(got).toEqual([{ name: 'Ada', days: ['mon'] }]);
    expect(onlyHeld(harness)).toMatchObject({ first: 'reply', ephemeral: true });
    await harness.router.handle(submit('save', { name: 'Ada' }));
    expect([...harness.rest.held.values()][1]?.shown?.content).toContain('`days`: is missing');
  });

  const opener = (
    run: () => Promise<{ modal: { custom_id: string; title: string; components: [] } }>,
  ) => defineCommand({ ...echo, opens: 'modal', options: z.object({}), run });
  const form = { modal: { custom_id: 'save', title: 'Save', components: [] as [] } };

  test('a form is the first response, however long it takes', async () => {
    const harness = createHarness({
      commands: [opener(() => new Promise((resolve) => setTimeout(resolve, 2000, form)))],
    });
    const handled = harness.router.handle(command('echo'));
    await vi.advanceTimersByTimeAsync(2100);
    await handled;
    expect(onlyHeld(harness)).toMatchObject({ first: 'modal', modal: 'save' });
  });

  test('a form too late is told so, and never a deferral', async () => {
    const harness = createHarness({ commands: [opener(() => new Promise(() => undefined))] });
    const handled = harness.router.handle(command('echo'));
    await vi.advanceTimersByTimeAsync(2600);
    await handled;
    expect(onlyHeld(harness)).toMatchObject({
      first: 'reply',
      ephemeral: true,
      shown: { content: expect.stringContaining('form') },
    });
  });
});
