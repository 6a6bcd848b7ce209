import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChannelRefused } from '../../src/domain/errors/channel-refused.js';
import { PoolRejected } from '../../src/domain/errors/pool-errors.js';
import { StoreUnavailable } from '../../src/domain/errors/store-errors.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { chainEntry, entryText, parseEntry } from '../../src/domain/changes/entry.js';
import { trailOf } from '../../src/changes/trail/stored-trail.js';
import { PALETTE } from '../../src/views/kit/palette.js';
import {
  ANSWER_WITHIN_MS,
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  person,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from './fakes/changes-harness.js';

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
});

const { viewer, manager, second, approver, admin } = PEOPLE;

describe('the way of a change', () => {
  test('asked, confirmed, sent once, reported, observed', async () => {
    const { change, messageId } = await world.askToMove();
    expect(world.chat.buttons(messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
    expect(world.chat.text(messageId)).toContain(
      '**Site site\\-a** → **Site B**\n-# `site-a` → `site-b`',
    );

    const ended = await pressOn(world.changes).confirm(world.click(change, manager));

    expect(ended.state).toBe('reported');
    expect(world.workspace.sent).toEqual([
      { operation: 'updateSubaccount', args: ['main', 'site-b'] },
    ]);
    expect(world.chat.buttons(messageId)).toEqual(['Details']);
    // Once, and not in its own field as well.
    expect(world.chat.text(messageId)).not.toContain('Status: **PENDING**');
    expect(world.chat.text(messageId)).toContain('Sent once; the pool answered: PENDING**\n');
    expect(world.chat.text(messageId)).toContain('Pitboss checks the pool until');

    world.pass(5_000);
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Done: the pool lists it\n');
    expect(world.chat.text(messageId)).toContain('Seen at the pool');
    expect(world.chat.text(messageId)).not.toContain('not known here');
    expect(await world.steps()).toEqual(['asked', 'confirmed', 'sent', 'reported', 'observed']);
  });

  test('an effect that is not there is not claimed', async () => {
    world.workspace.appliesAtOnce = false;
    const { change, messageId } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, manager));
    world.pass(5_000);
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).not.toContain('Seen at the pool');
    world.workspace.siteOf.set('main', 'site-b');
    world.pass(60_000);
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Seen at the pool');
  });

  test('a refusal of the pool is a failure, in its words', async () => {
    world.workspace.faults.nextWrites = ['refuse'];
    const { change, messageId } = await world.askToMove();
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect(ended.state).toBe('failed');
    expect(world.chat.text(messageId)).toContain('The pool declined it (400)');
    expect(world.chat.text(messageId)).toContain('The pool said: no');
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('what this client declines to send is not put in the pool’s mouth', async () => {
    const fault = '".." cannot be part of a request’s path';
    world.workspace.client.updateSubaccount = (operation) =>
      Promise.reject(new PoolRejected({ operation, fault, outcome: 'not-sent' }));
    const { change, messageId } = await world.askToMove();
    expect((await pressOn(world.changes).confirm(world.click(change, manager))).state).toBe(
      'failed',
    );
    expect(world.chat.text(messageId)).toMatch(
      /\*\*Nothing was sent:\*\* .* cannot be part of a request’s path\./,
    );
    expect(world.chat.text(messageId)).not.toMatch(/The pool (said|did)/);
  });

  test('while it is being sent, whoever asks for the same is told so', async () => {
    const { client } = world.workspace;
    const update = client.updateSubaccount.bind(client);
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    client.updateSubaccount = (...args) => held.then(() => update(...args));
    const { change } = await world.askToMove();
    const confirming = pressOn(world.changes).confirm(world.click(change, manager));
    await vi.waitFor(async () => expect(await world.steps()).toContain('sent'), 15_000);
    await expect(world.askToMove()).rejects.toThrow(
      /is being sent: .* Request this again once it has ended/,
    );
    go();
    expect((await confirming).state).toBe('reported');
  });

  test('after an unknown outcome the same is refused under the name that it has now, too', async () => {
    const { siteOf, idOf, faults } = world.workspace;
    faults.nextWrites = ['timeout'];
    const { change } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, manager));
    siteOf.set('main', 'site-a');
    siteOf.set('renamed', siteOf.get('main') ?? '');
    idOf.set('renamed', idOf.get('main') ?? '');
    siteOf.delete('main');
    idOf.delete('main');
    const input = { name: 'renamed', site: { id: 'site-b', name: 'Site B' } };
    const again = world.ask(world.changes, { kind: 'subaccount-move', input, member: manager });
    await expect(again).rejects.toThrow(/has an unknown outcome/);
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('an unknown outcome that was seen stays a warning until somebody looked', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.faults.nextWrites = ['reset-after-effect'];
    await pressOn(world.changes).confirm(world.click(change, manager));
    await reconcileFor(world, 10_000);
    const card = () => world.chat.messages.get(messageId)?.reply.embeds?.[0];
    expect(card()?.title).toContain('Outcome unknown, but it shows at the pool: please check');
    expect(card()?.color).toBe(PALETTE.warning);
    await pressOn(world.changes).resolve(world.click(change, second), 'it is there');
    await world.changes.idle();
    expect(card()?.title).toContain('Outcome unknown, but it shows at the pool · checked');
    expect(card()?.color).toBe(PALETTE.good);
  });

  test.each(['timeout', 'reset-after-effect', '500-after-effect'] as const)(
    'after %s the outcome is unknown, and the same is refused until somebody looked',
    async (fault) => {
      world.workspace.faults.nextWrites = [fault];
      const { change, messageId } = await world.askToMove();
      const ended = await pressOn(world.changes).confirm(world.click(change, manager));
      expect(ended.state).toBe('unknown');
      expect(world.chat.buttons(messageId)).toEqual(['Mark as checked…', 'Details']);
      await expect(world.askToMove()).rejects.toThrow(/unknown outcome: the pool may have done it/);
      expect(world.workspace.sent).toHaveLength(1);

      await pressOn(world.changes).resolve(world.click(change, second), 'seen at the pool');
      expect(world.chat.buttons(messageId)).toEqual(['Ask again', 'Details']);
      expect(world.chat.text(messageId)).toContain('Checked by');
      world.workspace.siteOf.set('main', 'site-a');
      await expect(world.askToMove()).resolves.toBeDefined();
    },
  );

  test('cancelled by whoever asked, or by a manager, and by nobody else', async () => {
    const { change, messageId } = await world.askToMove();
    await expect(pressOn(world.changes).cancel(world.click(change, viewer))).rejects.toThrow(
      /cancel/,
    );
    await pressOn(world.changes).cancel(world.click(change, second));
    expect(world.chat.text(messageId)).toContain('Cancelled by <@3>');
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /cancelled/,
    );
    expect(world.workspace.sent).toEqual([]);
  });

  test('what expired cannot be confirmed, also before anything closes it', async () => {
    const { change, messageId } = await world.askToMove();
    world.pass(EXPIRY_MS);
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /expired/,
    );
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Expired');
    expect(world.chat.buttons(messageId)).toEqual(['Ask again', 'Details']);
    expect(world.workspace.sent).toEqual([]);
    expect(await world.steps()).toEqual(['asked', 'refused', 'expired']);
  });

  test('what expires while the present is read again is not sent', async () => {
    const { change } = await world.askToMove();
    const { client } = world.workspace;
    const list = client.listSubaccounts.bind(client);
    world.workspace.client.listSubaccounts = async (...args) => {
      world.pass(EXPIRY_MS);
      return list(...args);
    };
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /expired/,
    );
    expect(world.workspace.sent).toEqual([]);
  });
});

describe('drift', () => {
  test('what somebody else has done meanwhile is not asked for anew', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-b');
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect([ended.state, ended.replacedBy]).toEqual(['drifted', undefined]);
    expect(world.chat.text(messageId)).toContain('`main` is already at site **Site B**.');
    expect(world.workspace.sent).toEqual([]);
  });

  test('what somebody else asked for meanwhile is not asked for twice', async () => {
    const { change } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-c');
    const append = world.store.append.bind(world.store);
    world.store.append = async (stream, seq, entry) => {
      const done = await append(stream, seq, entry);
      if (entry.includes('"step":"drifted"')) await world.askToMove(PEOPLE.second, world.start());
      return done;
    };
    await pressOn(world.changes).confirm(world.click(change, manager));
    expect(await world.steps()).toEqual(['asked', 'drifted', 'asked']);
  });

  test('whose new request the store does not take is closed, and says that nothing took its place', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-c');
    const append = world.store.append.bind(world.store);
    world.store.append = async (stream, seq, entry) => {
      if (entry.includes('"step":"asked"')) throw new StoreUnavailable('away', 'no disk');
      return append(stream, seq, entry);
    };
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect([ended.state, ended.replacedBy]).toEqual(['drifted', undefined]);
    expect(world.chat.text(messageId)).toContain('Ask again if you still want it');
    expect(world.chat.buttons(messageId)).not.toContain('Confirm');
    expect(world.workspace.sent).toEqual([]);
  });

  test('what changed since the preview is not sent, but shown and asked anew', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-c');
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect(ended.state).toBe('drifted');
    expect(world.workspace.sent).toEqual([]);
    expect(world.chat.text(messageId)).toMatch(/What changed.*"site-a".*→.*"site-c"/s);
    const record = await world.changes.record({ guildId: GUILD, changeId: change.id });
    expect(JSON.stringify(record)).toContain('Found instead');
    expect(world.chat.text(messageId)).toMatch(/Confirmed by <@2> .*\*\*Nothing was sent\.\*\*/);
    expect(world.chat.buttons(messageId)).toEqual(['Details']);

    const next = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    expect(next).not.toBe(messageId);
    expect(world.chat.text(next)).toContain('site-c');
    const replacement = await world.changes.find(GUILD, ended.replacedBy ?? '');
    expect(replacement).toMatchObject({ state: 'pending', requester: { id: '2' } });
    await pressOn(world.changes).confirm(world.click(replacement ?? change, manager));
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('the new card says who asked for what it replaces, when, and what changed, however often', async () => {
    const { change, messageId } = await world.askToMove();
    let drifted = change;
    const places = [messageId];
    for (const site of ['site-c', 'site-d']) {
      world.pass(60_000);
      world.workspace.siteOf.set('main', site);
      drifted = await pressOn(world.changes).confirm(world.click(drifted, manager));
      const id = world.chat.inChannel(CHANNEL).at(-1) ?? '';
      const [asked, renewed] = [change.askedAt, world.clock.now()].map((at) => at / 1000);
      const as = drifted.id === change.id ? '' : `as #${change.number} `;
      expect(world.chat.text(id)).toContain(
        `🔁 **Replaces an earlier request** ([#${drifted.number}](https://discord.com/channels/${GUILD}/${CHANNEL}/${places.at(-1)})), requested ${as}by <@2> <t:${asked}:f>. Pitboss renewed it <t:${renewed}:f> because the pool’s data had changed.`,
      );
      expect(world.chat.text(id)).toContain(`→ \`"${site}"\``);
      expect(world.chat.text(id)).not.toContain('Requested by');
      expect(world.chat.text(messageId)).not.toContain('Replaces an earlier');
      places.push(id);
      drifted = (await world.changes.find(GUILD, drifted.replacedBy ?? '')) ?? drifted;
    }
  });

  test('is answered also where the new card cannot be posted', async () => {
    const { change } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-c');
    world.chat.post = async (channelId) => {
      throw new ChannelRefused({ channelId, reason: 'forbidden' });
    };
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect(ended.state).toBe('drifted');
    const shown = JSON.stringify(await world.changes.card(GUILD, ended));
    const next = await world.changes.find(GUILD, ended.replacedBy ?? '');
    expect(shown).toContain(`#${next?.number} (\`/changes show id:${next?.number}\`)`);
    expect(world.troubles).toContain('the card of a change could not be posted');
  });

  test('an approval that changed hands asks for nothing that is there already', async () => {
    const { change } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-b');
    const ended = await pressOn(world.changes).confirm(world.click(change, manager));
    expect(ended).toMatchObject({ state: 'drifted' });
    expect(ended.replacedBy).toBeUndefined();
  });

  test('a read that fails sends nothing and leaves the change waiting', async () => {
    const { change } = await world.askToMove();
    world.workspace.faults.readsFail = true;
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /Pitboss couldn’t read the pool’s current values, so nothing was sent and the change still waits/,
    );
    world.workspace.faults.readsFail = false;
    expect((await pressOn(world.changes).confirm(world.click(change, manager))).state).toBe(
      'reported',
    );
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('another API key may be another workspace', async () => {
    const { change } = await world.askToMove();
    world.guilds.reconnect(GUILD, 99);
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /API key/,
    );
    expect(world.workspace.sent).toEqual([]);
  });
});

describe('who may', () => {
  test.each([
    ['a viewer', viewer, /need a manager or approver role/],
    ['somebody whose role was taken away', person('2'), /need a manager or approver role/],
  ])('not %s confirms', async (_, member, words) => {
    const { change } = await world.askToMove();
    await expect(pressOn(world.changes).confirm(world.click(change, member))).rejects.toThrow(
      words,
    );
    expect(world.workspace.sent).toEqual([]);
    expect(await world.steps()).toEqual(['asked', 'refused']);
  });

  test('under "second" never the requester; any other manager, approver or admin', async () => {
    world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
    for (const member of [second, approver, admin]) {
      const { change } = await world.askToMove();
      await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
        /second/,
      );
      expect((await pressOn(world.changes).confirm(world.click(change, member))).state).toBe(
        'reported',
      );
      world.workspace.siteOf.set('main', 'site-a');
    }
    expect(world.workspace.sent).toHaveLength(3);
  });

  test('nobody who may not confirm marks an unknown outcome as checked', async () => {
    world.workspace.faults.nextWrites = ['timeout'];
    const { change } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, manager));
    const click = world.click(change, viewer);
    const words = /need a manager or approver role/;
    await expect(world.changes.buttons.checkMarkChecked(click)).rejects.toThrow(words);
    await expect(pressOn(world.changes).resolve(click, 'looks fine')).rejects.toThrow(words);
    expect((await world.changes.find(GUILD, change.id))?.resolved).toBeUndefined();
    await expect(world.askToMove()).rejects.toThrow(/has an unknown outcome/);
  });

  test('what was looked into is not checked again by another', async () => {
    world.workspace.faults.nextWrites = ['timeout'];
    const { change } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, manager));
    await pressOn(world.changes).resolve(world.click(change, second), 'it is there');
    const again = pressOn(world.changes).resolve(world.click(change, manager), 'it is not there');
    await expect(again).rejects.toThrow(UserError);
    const { resolved } = (await world.changes.find(GUILD, change.id)) ?? {};
    expect(resolved).toMatchObject({ by: { id: second.userId }, note: 'it is there' });
    expect((await world.steps()).slice(-2)).toEqual(['resolved', 'refused']);
  });

  test('what was sent can’t be cancelled, and whoever tried is told so', async () => {
    const { change } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, manager));
    const cancelling = pressOn(world.changes).cancel(world.click(change, manager));
    await expect(cancelling).rejects.toThrow(UserError);
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('reported');
    expect((await world.steps()).slice(-2)).toEqual(['reported', 'refused']);
  });

  test('the rule is the one in force at the click', async () => {
    const { change } = await world.askToMove();
    world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /second/,
    );
  });

  test('the rule is also the one that another process sets while it is being confirmed', async () => {
    const { change } = await world.askToMove();
    const elsewhere = world.start();
    const append = world.store.append.bind(world.store);
    let isSet = false;
    world.store.append = async (stream, seq, entry) => {
      if (!isSet && entry.includes('"step":"confirmed"')) {
        isSet = true;
        await elsewhere.settings.set({ guildId: GUILD, member: admin, by: 'roles' }, (now) => ({
          ...now,
          approval: { payments: 'second', others: 'second' },
        }));
      }
      return append(stream, seq, entry);
    };
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      /second/,
    );
    // Twice, because the world's initial settings come first.
    expect(await world.steps()).toEqual(['asked', 'set', 'set', 'refused']);
    expect(world.workspace.sent).toEqual([]);
  });

  test('approvers and viewers do not ask', async () => {
    await expect(world.askToMove(approver)).rejects.toThrow(/manager/);
    await expect(world.askToMove(viewer)).rejects.toThrow(/manager/);
  });

  test('a member of another guild, and an id nobody gave out, find nothing', async () => {
    const { change } = await world.askToMove();
    await expect(
      pressOn(world.changes).confirm(world.click(change, admin, '100000000000000002')),
    ).rejects.toThrow(/server has no such change/);
    await expect(
      pressOn(world.changes).confirm(world.click({ id: 'AAAAAAAAAAAAAAAAAAAAAA' }, admin)),
    ).rejects.toThrow(/server has no such change/);
    expect(world.workspace.sent).toEqual([]);
  });

  test('a click on a card that was deleted confirms nothing', async () => {
    const { change, messageId } = await world.askToMove();
    const on = { channelId: CHANNEL, messageId };
    world.chat.messages.delete(messageId);
    await expect(
      pressOn(world.changes).confirm({ ...world.click(change, manager), on }),
    ).rejects.toThrow(/has been deleted/);
    expect(world.workspace.sent).toEqual([]);
    expect(await world.steps()).toEqual(['asked', 'refused']);
    // If Discord can't tell, that keeps nobody from confirming.
    world.chat.look = async () => Promise.reject(new Error('502'));
    expect(
      (await pressOn(world.changes).confirm({ ...world.click(change, manager), on })).state,
    ).toBe('reported');
  });

  test('while frozen nobody; a manager freezes, an admin unfreezes', async () => {
    const { change, messageId } = await world.askToMove();
    const reason = 'we are under attack';
    await expect(
      world.changes.freeze({ guildId: GUILD, member: viewer, reason }),
    ).rejects.toThrow();
    await world.changes.freeze({ guildId: GUILD, member: manager, reason });
    expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
    await expect(pressOn(world.changes).confirm(world.click(change, admin))).rejects.toThrow(
      /frozen/,
    );
    await expect(
      world.changes.unfreeze({ guildId: GUILD, member: manager, reason }),
    ).rejects.toThrow();
    await world.changes.unfreeze({ guildId: GUILD, member: admin, reason });
    expect(world.chat.buttons(messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
    await pressOn(world.changes).confirm(world.click(change, manager));
    expect(world.workspace.sent).toHaveLength(1);
  });
});

describe('at the same time', () => {
  describe('an earlier version let the same be asked for twice', () => {
    async function askTwice() {
      const older = await world.askToMove();
      const entries = (world.store.streams.get(trailOf(GUILD)) ?? []).map(parseEntry);
      const asked = entries.find(({ step }) => step === 'asked');
      const last = entries.at(-1);
      if (asked?.step !== 'asked' || last === undefined) throw new Error('nothing was asked for');
      const id = 'A'.repeat(22);
      const details = { proposal: { ...asked.details.proposal, id } };
      const position = { lastSeq: last.seq, lastHash: last.hash };
      const draft = { step: 'asked' as const, change: id, actor: asked.actor, details };
      const again = chainEntry(draft, world.clock.now(), position);
      await world.store.append(trailOf(GUILD), again.seq, entryText(again));
      return { older, newer: { change: { id } } };
    }

    test('while one is being sent the other can’t be confirmed', async () => {
      const { older, newer } = await askTwice();
      const { client } = world.workspace;
      const update = client.updateSubaccount.bind(client);
      let tried: Promise<unknown> | undefined;
      client.updateSubaccount = async (...args) => {
        client.updateSubaccount = update;
        tried = pressOn(world.start()).confirm(world.click(older.change, manager));
        await expect(tried).rejects.toThrow(/is being sent/);
        return update(...args);
      };
      const sent = await pressOn(world.changes).confirm(world.click(newer.change, manager));
      expect(sent.state).toBe('reported');
      expect(tried).toBeDefined();
      expect(world.workspace.sent).toHaveLength(1);
    });

    test('while the outcome of one is unknown the other can’t be confirmed', async () => {
      world.workspace.faults.nextWrites = ['timeout'];
      const { older, newer } = await askTwice();
      await pressOn(world.changes).confirm(world.click(newer.change, manager));
      const tried = pressOn(world.start()).confirm(world.click(older.change, manager));
      await expect(tried).rejects.toThrow(/has an unknown outcome/);
      expect(world.workspace.sent).toHaveLength(1);
    });
  });

  test.each([
    ['one person twice', manager, manager],
    ['two people', manager, second],
  ])('%s in one tick: one request', async (_, first, other) => {
    const { change } = await world.askToMove();
    const results = await Promise.allSettled([
      pressOn(world.changes).confirm(world.click(change, first)),
      pressOn(world.changes).confirm(world.click(change, other)),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('four processes on one store: one request, one unbroken trail', async () => {
    const { change } = await world.askToMove();
    const processes = [1, 2, 3, 4].map(() => world.start());
    const results = await Promise.allSettled(
      processes.map((changes) => pressOn(changes).confirm(world.click(change, manager))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(world.workspace.sent).toHaveLength(1);
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
  });

  test('a confirmation and a freeze in one tick: sent before it, or not at all', async () => {
    for (let round = 0; round < 20; round++) {
      world = createChangesHarness();
      const { change } = await world.askToMove();
      const freezing = { guildId: GUILD, member: manager, reason: 'now' };
      const wait = async () => {
        for (let turn = 0; turn < round; turn++) await Promise.resolve();
        await world.start().freeze(freezing);
      };
      await Promise.allSettled([
        pressOn(world.changes).confirm(world.click(change, manager)),
        wait(),
      ]);
      const steps = await world.steps();
      expect(world.workspace.sent.length).toBe(steps.includes('sent') ? 1 : 0);
      if (steps.includes('sent')) {
        expect(steps.indexOf('sent')).toBeLessThan(steps.indexOf('frozen'));
      }
    }
  });

  test('the same is not asked for twice', async () => {
    const results = await Promise.allSettled([world.askToMove(), world.askToMove(second)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the audit channel', () => {
  test('is told every step once, and a failing post breaks nothing', async () => {
    const post = world.chat.post.bind(world.chat);
    world.chat.post = async () => Promise.reject(new Error('502'));
    const change = await world.ask(world.changes, {
      kind: 'subaccount-move',
      input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
      member: manager,
    });
    expect((await pressOn(world.changes).confirm(world.click(change, manager))).state).toBe(
      'reported',
    );
    await world.changes.idle();
    expect(world.troubles).toContain('the audit channel could not be told');

    world.chat.post = post;
    const next = world.start();
    await next.recover();
    const told = world.chat
      .inChannel(AUDIT_CHANNEL)
      .map((id) => world.chat.text(id))
      .join('\n');
    for (const words of ['requested', 'confirmed', 'sent', 'got the pool’s answer'].map(
      (did) => `${did} `,
    )) {
      expect(told.split(words)).toHaveLength(2);
    }
  });
});

describe('a process that ended', () => {
  test('between sent and reported: unknown, and nobody sends again', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.client.updateSubaccount = () => new Promise(() => undefined);
    void pressOn(world.changes).confirm(world.click(change, manager));
    await new Promise(setImmediate);
    const next = world.start();
    await next.recover();
    expect((await next.find(GUILD, change.id))?.state).toBe('sent');
    world.pass(ANSWER_WITHIN_MS);
    await next.recover();
    expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
    expect(world.chat.text(messageId)).toContain('Pitboss was stopped, or couldn’t write, before');
    await expect(pressOn(next).confirm(world.click(change, manager))).rejects.toThrow(
      /already confirmed/,
    );
  });
});

test('a freeze between drawing a card and noting where it stands shows on the card', async () => {
  world = createChangesHarness();
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input,
    member: manager,
  });
  const reply = await world.changes.card(GUILD, change);
  const { messageId } = await world.chat.post(CHANNEL, reply);
  await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'a stolen account' });
  expect(world.chat.buttons(messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
  await reply.onPosted?.({ channelId: CHANNEL, messageId });
  expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
});
