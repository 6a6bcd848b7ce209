import { Keyv } from 'keyv';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { customId, parseCustomId } from '../../src/discord/custom-id.js';
import { createMemory } from '../../src/discord/memory.js';

const store = new Map<string, unknown>();
const memoryOf = createMemory(new Keyv({ store }));
const memory = memoryOf('here');
const anything = z.record(z.string(), z.unknown());

describe('what a button remembers', () => {
  it('stands in its token where it is short, and costs no write', async () => {
    const token = await memory.remember({ currency: 'BTC', site: 'Öst' });
    expect(token.length).toBeLessThanOrEqual(60);
    expect(parseCustomId(customId('summary', token)).args).toEqual([token]);
    expect(store.size).toBe(0);
    expect(await memory.recall(token, anything)).toEqual({ currency: 'BTC', site: 'Öst' });
  });

  it('is kept where it is long', async () => {
    const value = { subaccounts: 'cedar-ridge-hydro, lone-mesa-air, niagara-east-air' };
    const token = await memory.remember(value);
    expect(token.length).toBeLessThanOrEqual(20);
    expect(store.size).toBe(1);
    expect(await memory.recall(token, anything)).toEqual(value);
  });

  it('is written once, however often it is remembered', async () => {
    const keyv = new Keyv();
    const write = vi.spyOn(keyv, 'set');
    const counted = createMemory(keyv)('here');
    const value = { subaccounts: 'cedar-ridge-hydro, lone-mesa-air, niagara-east-air' };
    const tokens = [await counted.remember(value), await counted.remember({ ...value })];
    expect(new Set(tokens).size).toBe(1);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('of one server is not opened by another', async () => {
    const value = { addresses: ['one that is long enough to be kept, and nobody else’s business'] };
    const token = await memory.remember(value);
    await expect(memoryOf('there').recall(token, anything)).rejects.toMatchObject({
      title: 'Too late',
    });
  });

  it('is told as too late where the token is not one of ours', async () => {
    await expect(memory.recall('.!!!', anything)).rejects.toMatchObject({ title: 'Too late' });
  });

  it('is told as too late once it is gone', async () => {
    await expect(memory.recall('unknown', anything)).rejects.toMatchObject({
      title: 'Too late',
      sentence: 'Run the command again.',
    });
  });

  it('is told as too late where it has another shape', async () => {
    const token = await memory.remember(7);
    await expect(memory.recall(token, anything)).rejects.toMatchObject({ title: 'Too late' });
  });
});
