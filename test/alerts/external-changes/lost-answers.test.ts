import { describe, expect, test } from 'vitest';
import { auditReply } from '../../../src/views/audit/audit-post.js';
import {
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
  reconcileFor,
} from '../../changes/fakes/changes-harness.js';
import { watched, findings, never, moveMain } from './watched.js';

describe('a change whose answer was lost', () => {
  test('explains its effect', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.faults.nextWrites.push('500-after-effect');
    await moveMain(world);
    expect(await turns(8)).toEqual([]);
  });

  test.each([
    ['much later', async () => {}],
    [
      'after somebody had looked into it',
      async (world: ChangesHarness) => {
        const [change] = await world.changes.list(GUILD);
        await pressOn(world.changes).resolve(
          world.click(change ?? never(), PEOPLE.manager),
          'not done',
        );
      },
    ],
  ])('is perhaps what brought its effect %s', async (when, meanwhile) => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    world.workspace.faults.nextWrites.push('500-after-effect');
    await moveMain(world);
    await meanwhile(world);
    expect(await turns(when === 'much later' ? 20 : 2)).toEqual([]);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  });

  test('is perhaps what brought it also where the pool refused it', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.faults.nextWrites.push('refuse');
    const change = await moveMain(world);
    expect(change.state).toBe('failed');
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(8)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  });

  test('hides nothing that somebody does by hand after something else', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    world.workspace.faults.nextWrites.push('500-after-effect');
    await moveMain(world);
    world.workspace.siteOf.set('main', 'site-c');
    expect(await turns(8)).toHaveLength(1);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world)).map(({ details }) => details.perhapsBy)).toEqual([undefined, 1]);
  });
});

describe('a subaccount that Pitboss asked for', () => {
  const input = { name: 'new', site: { id: 'site-b', name: 'Site B' } };
  const ask = { kind: 'subaccount-create', input, member: PEOPLE.manager };

  test('of which the answer was lost is perhaps its own', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.faults.nextWrites.push('500-after-effect');
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.workspace.idOf.set('new', '41207');
    expect(await turns(12)).toHaveLength(1);
    const [entry] = await findings(world);
    const line = JSON.stringify(
      auditReply([{ entry: entry ?? never(), change: null, cardUrl: null }]),
    );
    expect(line).toContain('A new subaccount, perhaps through change #1');
    // Somebody else renames it, and back.
    world.workspace.siteOf.delete('new');
    world.workspace.siteOf.set('zz', 'site-b');
    world.workspace.idOf.delete('new');
    world.workspace.idOf.set('zz', '41207');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[1]?.details.perhapsBy).toBeUndefined();
    world.workspace.siteOf.delete('zz');
    world.workspace.siteOf.set('new', 'site-b');
    world.workspace.idOf.set('new', '41207');
    expect(await turns(12)).toHaveLength(1);
    // It took effect once: deleted and created again by hand, it is no longer the bot's own.
    world.workspace.siteOf.delete('new');
    expect(await turns(12)).toHaveLength(1);
    world.workspace.siteOf.set('new', 'site-b');
    world.workspace.idOf.set('new', '41208');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[4]?.details.perhapsBy).toBeUndefined();
    // Another one, which nobody requested, is not the bot's own.
    world.workspace.siteOf.set('foreign', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[5]?.details.perhapsBy).toBeUndefined();
  });

  test('and that somebody renamed before the next look is perhaps its own', async () => {
    const { world, turns } = await watched();
    await turns(8);
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.workspace.siteOf.delete('new');
    world.workspace.siteOf.set('renamed', 'site-b');
    world.workspace.idOf.set('renamed', '7');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  });

  test('is not what another of that name is, by the pool’s id', async () => {
    const { world, turns } = await watched();
    await turns(8);
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.workspace.idOf.set('new', '7');
    await reconcileFor(world, 20_000);
    world.workspace.idOf.set('new', '8');
    expect(await turns(12)).toHaveLength(1);
  });
});
