import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DamagedKey } from '../../src/domain/errors/user-errors.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { checkMasterKey, WrongMasterKey } from '../../src/guilds/keys/master-keys.js';
import { fingerprint } from '../../src/guilds/keys/seal.js';
import { rotateKeys } from '../../src/guilds/keys/rotate-master-key.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { guildSettings } from '../../src/domain/guild/guild-settings.js';

const KEY = 'pool-key-0f3a9b77c1d24e5f';
const clock = { now: () => 1_795_000_000_000 };

describe('guilds', () => {
  let folder: string;
  let store: Store;
  const masterKey = randomBytes(32);
  const guildsUnder = (key: Uint8Array, previousMasterKey?: Uint8Array) =>
    createGuilds({ store, clock, masterKey: key, previousMasterKey });

  /** Counts reads of single entries from now on. */
  function countReads(name: string): () => number {
    const space = store.namespace(name);
    const read = vi.spyOn(space, 'get');
    return () => read.mock.calls.length;
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-guilds-'));
    store = await openEmbeddedStore(folder);
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  describe('settings', () => {
    it('are the defaults at first', async () => {
      const guilds = guildsUnder(masterKey);
      expect(await guilds.settings('1')).toEqual(guildSettings.parse({}));
      expect((await guilds.settings('1')).approval).toEqual({ payments: 'second', others: 'self' });
    });

    it('are stored for their guild alone, and leave no record when they are the defaults', async () => {
      const guilds = guildsUnder(masterKey);
      const set = guildSettings.parse({ timeZone: 'Europe/Oslo', currency: 'ZEC' });
      await guilds.saveSettings('1', set);
      expect(await guilds.settings('1')).toEqual(set);
      expect((await guilds.settings('2')).currency).toBe('BTC');
      expect(await known(guilds)).toEqual(['1']);
      await guilds.saveSettings('1', guildSettings.parse({}));
      expect(await known(guilds)).toEqual([]);
    });

    it('stay as they were when what is stored is no setting', async () => {
      const guilds = guildsUnder(masterKey);
      const before = guildSettings.parse({ siteName: 'North' });
      await guilds.saveSettings('1', before);
      // As a bug might; the type wouldn't let us.
      const broken = JSON.parse('{"currency":"XYZ"}');
      await expect(guilds.saveSettings('1', broken)).rejects.toThrow();
      expect(await guilds.settings('1')).toEqual(before);
    });
  });

  describe('keys', () => {
    it('are opened for the guild that connected them, and told by four characters', async () => {
      const guilds = guildsUnder(masterKey);
      expect(await guilds.openKey('1')).toBeNull();
      expect(await guilds.keyInfo('1')).toBeNull();
      const info = await guilds.saveKey('1', KEY, 'someone');
      expect(info).toEqual({ lastFour: '4e5f', connectedAt: clock.now(), connectedBy: 'someone' });
      expect(await guilds.keyInfo('1')).toEqual(info);
      expect((await guilds.openKey('1'))?.key).toBe(KEY);
      expect(await guilds.openKey('2')).toBeNull();
    });

    it('show nothing of a key that is too short to show a part of', async () => {
      expect((await guildsUnder(masterKey).saveKey('1', 'k3y', 'someone')).lastFour).toBe('');
      expect((await guildsUnder(masterKey).saveKey('1', '1234567', 'someone')).lastFour).toBe('');
      expect((await guildsUnder(masterKey).saveKey('1', '12345678', 'x')).lastFour).toBe('5678');
    });

    it('lie nowhere in the store’s files but sealed', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      await guilds.saveKey('1', `${KEY}-anew`, 'someone');
      const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)));
      const secrets = [KEY, Buffer.from(KEY).toString('base64').slice(0, 20), masterKey];
      const holds = (secret: string | Buffer) => files().some((file) => file.includes(secret));
      expect(secrets.filter(holds)).toEqual([]);
      // The search itself does find what is there in plain text.
      expect(files().some((file) => file.includes('someone'))).toBe(true);
      await store.close();
      expect(secrets.filter(holds)).toEqual([]);
    });

    it('are sealed differently each time', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      const first = JSON.stringify(await store.namespace('guild-keys').get('1'));
      await guilds.saveKey('1', KEY, 'someone');
      expect(JSON.stringify(await store.namespace('guild-keys').get('1'))).not.toBe(first);
    });

    it('do not open in another guild’s record', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      await store.namespace('guild-keys').set('2', await store.namespace('guild-keys').get('1'));
      await expect(guilds.openKey('2')).rejects.toThrow(DamagedKey);
      expect((await guilds.openKey('1'))?.key).toBe(KEY);
    });

    it('do not open when one bit of the record is another', async () => {
      const guilds = guildsUnder(masterKey);
      const space = store.namespace<{ sealed: Record<string, string> }>('guild-keys');
      for (const part of ['iv', 'data', 'tag']) {
        await guilds.saveKey('1', KEY, 'someone');
        const record = await space.get('1');
        const bytes = Buffer.from(record?.sealed[part] ?? '', 'base64');
        bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
        const sealed = { ...record?.sealed, [part]: bytes.toString('base64') };
        await space.set('1', { ...record, sealed });
        await expect(guilds.openKey('1')).rejects.toThrow(DamagedKey);
      }
    });

    it('do not open with a tag cut short, or from a record that is none', async () => {
      const guilds = guildsUnder(masterKey);
      const space = store.namespace<{ sealed: Record<string, string> }>('guild-keys');
      await guilds.saveKey('1', KEY, 'someone');
      const record = await space.get('1');
      const tag = Buffer.from(record?.sealed.tag ?? '', 'base64');
      const short = tag.subarray(0, 4).toString('base64');
      await space.set('1', { sealed: { ...record?.sealed, tag: short } });
      await expect(guilds.openKey('1')).rejects.toThrow(DamagedKey);
      await store.namespace('guild-keys').set('1', KEY);
      const error: unknown = await guilds.openKey('1').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DamagedKey);
      expect(String(error)).not.toContain(KEY);
    });

    it('are read anew each time: another process may have changed one', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      expect((await guilds.openKey('1'))?.key).toBe(KEY);
      const elsewhere = await openEmbeddedStore(folder);
      await createGuilds({ store: elsewhere, clock, masterKey }).saveKey('1', 'another-key', 'x');
      await elsewhere.close();
      expect((await guilds.openKey('1'))?.key).toBe('another-key');
    });

    it('are read and opened once, until any process writes one', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      const reads = [countReads('guild-keys'), countReads('guild-settings')];
      const use = async (times: number) => {
        for (let each = 0; each < times; each++) {
          await guilds.settings('1');
          await guilds.openKey('1');
          await guilds.keyInfo('1');
        }
        return reads.map((count) => count());
      };
      expect(await use(20)).toEqual([1, 1]);
      await guilds.forgetKey('1');
      expect(await guilds.openKey('1')).toBeNull();
      expect(await use(20)).toEqual([2, 1]);
    });

    it('are used by no process once another has removed or replaced them', async () => {
      const elsewhere = await openEmbeddedStore(folder);
      const [here, there] = [
        guildsUnder(masterKey),
        createGuilds({ store: elsewhere, clock, masterKey }),
      ];
      for (let round = 0; round < 5; round++) {
        await here.saveKey('1', `${KEY}-${round}`, 'someone');
        await here.saveSettings('1', guildSettings.parse({ siteName: `site ${round}` }));
        expect((await there.openKey('1'))?.key).toBe(`${KEY}-${round}`);
        expect((await there.settings('1')).siteName).toBe(`site ${round}`);
        await there.forgetKey('1');
        expect(await here.openKey('1')).toBeNull();
        expect(await here.keyInfo('1')).toBeNull();
      }
      await elsewhere.close();
    });

    it('are forgotten', async () => {
      const guilds = guildsUnder(masterKey);
      await guilds.saveKey('1', KEY, 'someone');
      await guilds.saveKey('2', KEY, 'someone');
      expect(await known(guilds)).toEqual(['1', '2']);
      expect(await guilds.forgetKey('1')).toBe(true);
      expect(await guilds.forgetKey('1')).toBe(false);
      expect(await guilds.openKey('1')).toBeNull();
      expect(await known(guilds)).toEqual(['2']);
    });
  });

  describe('master key', () => {
    const other = randomBytes(32);

    it('binds the store at the first start, and another is refused from then on', async () => {
      await checkMasterKey(store, { masterKey });
      await checkMasterKey(store, { masterKey });
      await expect(checkMasterKey(store, { masterKey: other })).rejects.toThrow(WrongMasterKey);
      await checkMasterKey(store, { masterKey: other, previousMasterKey: masterKey });
      await checkMasterKey(store, { masterKey });
    });

    it('binds to one key when two processes start for the first time at once', async () => {
      const starts = await Promise.allSettled(
        [masterKey, other, masterKey, other].map((key) =>
          checkMasterKey(store, { masterKey: key }),
        ),
      );
      expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    });

    it('is known by the keys too, when what bound it was lost', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      await store.namespace('master-key').clear();
      await expect(checkMasterKey(store, { masterKey: other })).rejects.toThrow(WrongMasterKey);
      await checkMasterKey(store, { masterKey });
    });

    it('that is wrong opens nothing, and overwrites nothing', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      const wrong = guildsUnder(other);
      await expect(wrong.openKey('1')).rejects.toThrow(WrongMasterKey);
      await expect(wrong.saveKey('1', 'new', 'x')).rejects.toThrow(WrongMasterKey);
      await expect(wrong.saveKey('2', 'new', 'x')).rejects.toThrow(WrongMasterKey);
      expect((await wrong.keyInfo('1'))?.lastFour).toBe('4e5f');
      expect((await guildsUnder(masterKey).openKey('1'))?.key).toBe(KEY);
    });

    it('is rotated: the old one opens until then, and no longer after', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      await guildsUnder(masterKey).saveKey('2', `${KEY}2`, 'someone');
      const both = { store, clock, masterKey: other, previousMasterKey: masterKey };
      expect((await guildsUnder(other, masterKey).openKey('1'))?.key).toBe(KEY);
      await guildsUnder(other, masterKey).saveKey('3', `${KEY}3`, 'someone');

      expect(await rotateKeys(both)).toEqual({ keys: 3, resealed: 2, unopenable: [] });
      expect(await rotateKeys(both)).toEqual({ keys: 3, resealed: 0, unopenable: [] });

      expect((await guildsUnder(other).openKey('2'))?.key).toBe(`${KEY}2`);
      expect((await guildsUnder(other).keyInfo('1'))?.connectedBy).toBe('someone');
      await expect(checkMasterKey(store, { masterKey })).rejects.toThrow(WrongMasterKey);
      await expect(guildsUnder(masterKey).openKey('1')).rejects.toThrow(WrongMasterKey);
      await expect(guildsUnder(masterKey).saveKey('1', 'x', 'x')).rejects.toThrow(WrongMasterKey);
    });

    it('is not rotated when the store belongs to neither key', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      const wrong = { masterKey: other, previousMasterKey: randomBytes(32) };
      await expect(rotateKeys({ store, clock, ...wrong })).rejects.toThrow(WrongMasterKey);
      expect((await guildsUnder(masterKey).openKey('1'))?.key).toBe(KEY);
    });

    it('is rotated to one key at a time: another rotation that was killed is ended first', async () => {
      const guilds = guildsUnder(masterKey);
      for (const id of ['1', '2', '3']) await guilds.saveKey(id, `${KEY}${id}`, 'someone');
      const [first, second] = [other, randomBytes(32)].map((next) => ({
        store,
        clock,
        masterKey: next,
        previousMasterKey: masterKey,
      }));
      if (first === undefined || second === undefined) throw new Error('two');
      const space = store.namespace<{ sealed: unknown }>('guild-keys');
      const before = await space.get('3');
      const bound = await store.namespace('master-key').get('canary');
      await rotateKeys(first);
      // Killed before its last key, and so before it bound the store.
      await space.set('3', before ?? { sealed: null });
      await store.namespace('master-key').set('canary', bound);
      await store.namespace('master-key').set('rotation', { to: fingerprint(other) });

      await expect(rotateKeys(second)).rejects.toThrow(/2 keys are sealed under it[^]*: 1, 2$/);
      expect((await guildsUnder(masterKey).openKey('3'))?.key).toBe(`${KEY}3`);
      expect(await rotateKeys(first)).toEqual({ keys: 3, resealed: 1, unopenable: [] });
      const next = { store, clock, masterKey: second.masterKey, previousMasterKey: other };
      expect(await rotateKeys(next)).toMatchObject({ resealed: 3 });
    });

    it('is rotated though the one before was killed when all but its claim was done', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      await store.namespace('master-key').set('rotation', { to: fingerprint(masterKey) });
      const both = { store, clock, masterKey: other, previousMasterKey: masterKey };
      expect(await rotateKeys(both)).toMatchObject({ resealed: 1 });
    });

    it('is rotated after a rotation whose key was lost, once those servers are connected again', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      await store.namespace('master-key').set('rotation', { to: 'of a lost key' });
      const both = { store, clock, masterKey: other, previousMasterKey: masterKey };
      expect(await rotateKeys(both)).toMatchObject({ resealed: 1 });
    });

    it.each(['the same key', 'other keys'])('is rotated twice at once to %s', async (to) => {
      const ids = Array.from({ length: 20 }, (_, at) => String(at));
      for (const id of ids) await guildsUnder(masterKey).saveKey(id, KEY, 'someone');
      const nexts = [other, to === 'the same key' ? other : randomBytes(32)];
      const done = await Promise.allSettled(
        nexts.map((next) =>
          rotateKeys({ store, clock, masterKey: next, previousMasterKey: masterKey }),
        ),
      );
      const won = nexts.filter((_, at) => done[at]?.status === 'fulfilled');
      expect(won.length).toBeGreaterThan(0);
      for (const id of ids)
        expect((await guildsUnder(won[0] ?? other, masterKey).openKey(id))?.key).toBe(KEY);
    });

    describe('is rotated while a key is being saved under the old one', () => {
      const rotate = () =>
        rotateKeys({ store, clock, masterKey: other, previousMasterKey: masterKey });

      /** Saves another key under the old master key, by a process that stands still there. */
      function saveAround(guildId: string, when: 'before' | 'after') {
        const swap: Store['compareAndSet'] = store.compareAndSet.bind(store);
        vi.spyOn(store, 'compareAndSet').mockImplementationOnce(async (...asked) => {
          if (when === 'before') await rotate();
          const isWritten = await swap(...asked);
          if (when === 'after') await rotate();
          return isWritten;
        });
        return guildsUnder(masterKey).saveKey(guildId, `${KEY}2`, 'another');
      }

      beforeEach(async () => {
        await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      });

      it('is not called saved, and leaves no record that nobody can open', async () => {
        await expect(saveAround('2', 'before')).rejects.toThrow(WrongMasterKey);
        expect(await known(guildsUnder(other))).toEqual(['1']);
        expect((await guildsUnder(other).openKey('1'))?.key).toBe(KEY);
      });

      it('the server’s earlier key stays', async () => {
        await expect(saveAround('1', 'before')).rejects.toThrow(WrongMasterKey);
        expect((await guildsUnder(other).openKey('1'))?.key).toBe(KEY);
        expect(await guildsUnder(other).keyInfo('1')).toMatchObject({ connectedBy: 'someone' });
      });

      it('one that the rotation sealed again is saved', async () => {
        expect(await saveAround('1', 'after')).toMatchObject({ connectedBy: 'another' });
        expect((await guildsUnder(other).openKey('1'))?.key).toBe(`${KEY}2`);
      });
    });

    it('is not rotated where no bot was ever started', async () => {
      const both = { store, clock, masterKey: other, previousMasterKey: masterKey };
      await expect(rotateKeys(both)).rejects.toThrow('No bot has used this store yet');
      await checkMasterKey(store, { masterKey });
    });

    it('is rotated around a record that nobody can open', async () => {
      await guildsUnder(masterKey).saveKey('1', KEY, 'someone');
      await store.namespace('guild-keys').set('2', 'damaged');
      const both = { store, clock, masterKey: other, previousMasterKey: masterKey };
      expect(await rotateKeys(both)).toEqual({ keys: 2, resealed: 1, unopenable: ['2'] });
      expect(await store.namespace('guild-keys').get('2')).toBe('damaged');
    });
  });
});

async function known(guilds: ReturnType<typeof createGuilds>): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of guilds.knownGuilds()) ids.push(id);
  return ids.toSorted();
}
