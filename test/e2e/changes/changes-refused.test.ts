import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { changeWorld, confirm, told, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/** People without permission are told so in words, the trail says it, and nothing is sent. */

let house: World;
let world: ChangeWorld;
let card: LoopbackMessage;

beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
  card = await world.askToMove();
});
afterAll(() => house.close());

async function isRefused(
  outcome: Parameters<typeof told>[0],
  { words, recorded }: { words: string; recorded: string },
): Promise<void> {
  await expect.poll(() => told(outcome)).toContain(words);
  await expect.poll(() => world.refusals()).toEqual([recorded]);
  expect(world.writes()).toEqual([]);
}

const stillWaits = () => expect(world.card(card)).toContain('Waiting for confirmation');

describe('a click on Confirm', () => {
  test('by a viewer', async () => {
    await isRefused(await confirm(world, 'viewer', card), {
      words: 'need a manager or approver role',
      recorded: 'confirm not-allowed Vera',
    });
    stillWaits();
  });

  test('by somebody without a viewer role, where those are set', async () => {
    const { id } = world.guild.addRole('Readers');
    await ask(world.as('admin'), 'setup roles', { viewer: id });
    await isRefused(await confirm(world, 'viewer', card), {
      words: 'need a manager or approver role',
      recorded: 'confirm not-allowed Vera',
    });
    stillWaits();
  });

  test('by the requester, where a second person is wanted', async () => {
    await ask(world.as('admin'), 'setup roles', { others: 'second' });
    await isRefused(await confirm(world, 'manager', card), {
      words: 'needs a second person',
      recorded: 'confirm second-person Marek',
    });
    stillWaits();
    await confirm(world, 'second', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    expect(world.writes()).toHaveLength(1);
  });

  test('by somebody whose role was taken away since the preview', async () => {
    world.people.second.roleIds = [];
    await isRefused(await confirm(world, 'second', card), {
      words: 'need a manager or approver role',
      recorded: 'confirm not-allowed Sofia',
    });
    stillWaits();
  });

  test('of a card that was deleted', async () => {
    const { channelId, id } = card;
    const confirmId = idOf(card, 'Confirm');
    const gone = await fetch(`${world.discord.apiUrl}/v10/channels/${channelId}/messages/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bot ${world.discord.token}` },
    });
    expect(gone.status).toBe(204);
    await isRefused(await world.as('second').forge(card, confirmId), {
      words: 'has been deleted',
      recorded: 'confirm card-gone Sofia',
    });
  });

  test('while frozen, from a card that still shows the button', async () => {
    const confirmId = idOf(card, 'Confirm');
    await ask(world.as('manager'), 'changes freeze', { reason: 'a stolen account' });
    await isRefused(await world.as('second').forge(card, confirmId), {
      words: 'Changes are frozen',
      recorded: 'confirm frozen Sofia',
    });
  });
});

describe('a custom id', () => {
  const changeId = () => idOf(card, 'Confirm').split(':')[1] ?? '';

  test('of another server’s change', async () => {
    const elsewhere = await changeWorld(house);
    const theirs = await elsewhere.askToMove();
    const outcome = await world.as('admin').forge(card, idOf(theirs, 'Confirm'));
    await isRefused(outcome, {
      words: 'server has no such change',
      recorded: 'confirm no-such-change Adam',
    });
    expect(await elsewhere.refusals()).toEqual([]);
    expect(elsewhere.writes()).toEqual([]);
    expect(elsewhere.card(theirs)).toContain('Waiting for confirmation');
  });

  test.each([
    ['forged', () => 'change-confirm:AAAAAAAAAAAAAAAAAAAAAA'],
    ['altered by a letter', () => `change-confirm:${changeId().slice(0, -1)}!`],
    ['with more behind it', () => `change-confirm:${changeId()}:1`],
    ['with nothing behind it', () => 'change-confirm'],
    ['of the form, altered', () => `change-form:${changeId()}0`],
    ['of the submitted form, altered', () => `change-typed:${changeId()}0`],
  ])('%s', async (_, customId) => {
    await isRefused(await world.as('admin').forge(card, customId()), {
      words: 'server has no such change',
      recorded: 'confirm no-such-change Adam',
    });
    stillWaits();
  });

  test('of a form that this change doesn’t have', async () => {
    const customId = `change-form:${changeId()}`;
    await isRefused(await world.as('second').forge(card, customId), {
      words: 'out of date, so nothing was done',
      recorded: `${customId} unknown-id Sofia`,
    });
    stillWaits();
  });

  test('of another button of the same change, by a viewer', async () => {
    await isRefused(await world.as('viewer').forge(card, `change-typed:${changeId()}`), {
      words: 'need a manager or approver role',
      recorded: 'confirm not-allowed Vera',
    });
    stillWaits();
  });

  test.each(['change-nonsense:1', 'change-confirm:%zz', 'nonsense'])(
    'that is none of ours (%s) does nothing',
    async (customId) => {
      await isRefused(await world.as('admin').forge(card, customId), {
        words: 'out of date, so nothing was done',
        recorded: `${customId} unknown-id Adam`,
      });
      stillWaits();
    },
  );

  test.each(['payment-change:forged', 'payment-change-filled:forged', 'payment-change'])(
    'of the payment form (%s)',
    async (customId) => {
      await isRefused(await world.as('manager').forge(card, customId), {
        words: '',
        recorded: `${customId} unknown-id Marek`,
      });
      stillWaits();
    },
  );

  test('of the question whether to disconnect, by a manager', async () => {
    await isRefused(await world.as('manager').forge(card, 'setup-disconnect:delete'), {
      words: 'needs the Manage Server permission',
      recorded: 'setup-disconnect:delete not-admin Marek',
    });
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('API key ending in');
  });
});

describe('at the door', () => {
  test('a command by a viewer is told to the audit channel and stands in the export', async () => {
    const [, audit = ''] = world.guild.channels.keys();
    await ask(world.as('admin'), 'setup defaults', { audit });
    const { subaccount, site } = world.elsewhere();
    const answer = await ask(world.as('viewer'), 'subaccount move', { subaccount, site });
    expect(shown(answer)).toContain('needs a manager role');
    const attempt = `/subaccount move subaccount:${subaccount} site:${site}`;
    expect(await world.refusals()).toEqual([`${attempt} not-allowed Vera`]);
    const heard = () => world.discord.messages(audit).map((each) => shown(each));
    await expect.poll(() => heard().join('\n')).toContain(attempt);
    const exported = await ask(world.as('manager'), 'changes export');
    expect(new TextDecoder().decode(exported.attachments[0]?.data)).toContain(attempt);
    expect(shown(exported)).toContain('Audit trail intact');
    expect(world.writes()).toEqual([]);
  });

  test('reading by somebody without a viewer role is no entry', async () => {
    const { id } = world.guild.addRole('Readers');
    await ask(world.as('admin'), 'setup roles', { viewer: id });
    const answer = await ask(world.as('viewer'), 'changes list');
    expect(shown(answer)).toContain('needs a viewer role');
    expect(await world.refusals()).toEqual([]);
  });
});

describe('other buttons', () => {
  test('Cancel, by a viewer', async () => {
    await isRefused(await world.as('viewer').click(card, idOf(card, 'Cancel')), {
      words: 'Only the requester or a manager',
      recorded: 'cancelled not-yours Vera',
    });
    stillWaits();
  });

  test('Mark as checked, by a viewer: no form opens', async () => {
    world.pool.faults.only = ({ method }) => method === 'PATCH';
    world.pool.faults.next = ['500-after-effect'];
    await confirm(world, 'manager', card);
    await expect.poll(() => world.card(card)).toContain('Outcome unknown');
    world.pool.faults.only = null;
    const outcome = await world.as('viewer').click(world.now(card), idOf(world.now(card), 'Mark'));
    await expect.poll(() => told(outcome)).toContain('need a manager or approver role');
    expect(outcome.modal).toBeNull();
    expect(await world.refusals()).toEqual(['resolved not-allowed Vera']);
    expect(world.writes()).toHaveLength(1);
    // Nobody has checked yet, and the doctor says so.
    expect(shown(await ask(world.as('admin'), 'setup check'))).toMatch(
      /^❌ failed · \*\*Changes\*\* · one change with an unknown outcome needs a check: /m,
    );
  });
});
