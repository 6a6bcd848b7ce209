import { Keyv } from 'keyv';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createMemory } from '../../commands/button-memory.js';
import { customId, parseCustomId } from '../../src/discord/custom-id.js';

const keyv = new Keyv();
const write = vi.spyOn(keyv, 'set');
const memoryOf = createMemory(keyv);
const memory = memoryOf('here');
const anything = z.record(z.string(), z.unknown());
const long = { subaccounts: 'cedar-ridge-hydro, lone-mesa-air, niagara-east-air' };

describe('what a button remembers', () => {
  it('stands in its token where it is short, and costs no write', async () => {
    const token = await memory.remember({ currency: 'BTC', site: 'Öst' });
    expect(parseCustomId(customId('summary', token))).toEqual({ kind: 'summary', args: [token] });
    expect(await memory.recall(token, anything)).toEqual({ currency: 'BTC', site: 'Öst' });
    expect(write).not.toHaveBeenCalled();
  });

  it('is kept where it is long, and written once however often it is remembered', async () => {
    const tokens = [await memory.remember(long), await memory.remember({ ...long })];
    expect(new Set(tokens).size).toBe(1);
    expect(await memory.recall(tokens[0] ?? '', anything)).toEqual(long);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is told as too late where it is gone, of another server, or of another shape', async () => {
    const tooLate = { title: 'Too late', sentence: 'Run the command again.' };
    const token = await memory.remember(long);
    await expect(memory.recall('unknown', anything)).rejects.toMatchObject(tooLate);
    await expect(memoryOf('there').recall(token, anything)).rejects.toMatchObject(tooLate);
    const number = await memory.remember(7);
    await expect(memory.recall(number, anything)).rejects.toMatchObject(tooLate);
  });
});
