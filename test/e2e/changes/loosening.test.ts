import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { LOOSENING_WAITS_MS } from '../../../src/domain/changes/settings/loosening.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import { auditedWorld, confirm, openStoreOf, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

/** A rule that requires two people, and an admin who would prefer one. */

let house: World;
let world: ChangeWorld;
let audit: string;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  ({ world, audit } = await auditedWorld(house));
  await ask(world.as('admin'), 'setup roles', { others: 'second' });
});
afterAll(() => house.close());

const SELF = { others: 'self' };
const loosenAsAdam = () => ask(world.as('admin'), 'setup roles', SELF);
const settingsNow = async () => shown(await ask(world.as('admin'), 'setup show'));
const NEED_TWO = '**Other changes:** need a second person';
const NEED_ONE = '**Other changes:** the requester can confirm';

/** The audit channel's post about the loosening, with its buttons. */
async function auditPost(): Promise<LoopbackMessage> {
  const posts = () =>
    world.discord.messages(audit).filter((each) => shown(each).includes('requested a looser rule'));
  await expect.poll(posts).toHaveLength(1);
  const [post] = posts();
  if (post === undefined) throw new Error('the audit channel was not told');
  return post;
}

async function click(who: keyof World['people'], on: LoopbackMessage, label: string) {
  const actor = world.discord.as(world.people[who], on.channelId);
  return settledOf(actor.click(on, idOf(on, label)));
}

describe('one admin', () => {
  test('asks, loosens and confirms: is refused, and nothing is sent', async () => {
    const card = await world.askToMove('admin');
    const answer = shown(await loosenAsAdam()).replaceAll(/\d{17,20}/g, '…');
    expect(answer).toMatchInlineSnapshot(`
      "(only you can see this)
      # A looser rule waits
      A looser rule isn’t in force at once: it waits until another admin confirms it, or for 24 hours. Everything else you set is saved. Another admin can confirm or withdraw it with \`/setup show\`, or under its line in <#…>.
      ⏳ **A looser rule is waiting:** other changes need a second person → may be confirmed by the requester. Requested by <@…> <t:…:f>. It takes effect when another admin confirms it, or automatically <t:…:f> (<t:…:R>). Until then the stricter rule applies, and any admin can withdraw it.
      API key ending in \`….\`, connected <t:…:f> by <@…>

      **Currency:** BTC
      **Time zone:** \`UTC\`
      **Figures of:** all sites, all subaccounts
      **May read:** everyone who may use the commands
      **May request and confirm changes:** <@&…>, and members with Manage Server
      **May confirm, but not request:** nobody else
      **Payment changes:** need a second person; the requester can’t confirm
      **Other changes:** need a second person; the requester can’t confirm
      **New address with a wrong checksum:** refused
      **How long changes wait:** payment changes 1 day, other changes 15 min (this bot’s default)
      **Pinged for a second person:** nobody; \`/setup roles\` sets a role with its option \`ping\`
      **Audit channel:** <#…>
      [Withdraw]"
    `);
    const refused = await (await confirm(world, 'admin', card)).settled();
    expect(shown(refused)).toContain('needs a second person');
    expect(shown(await click('admin', await auditPost(), 'Confirm looser rule'))).toContain(
      'another admin has to confirm it',
    );
    expect(await settingsNow()).toContain(NEED_TWO);
    expect(world.card(card)).toContain('Waiting for confirmation');
    expect(await world.refusals()).toEqual([
      'confirm second-person Adam',
      'loosening-confirmed own-loosening Adam',
    ]);
    expect(world.writes()).toEqual([]);
  });

  test('does not get there by disconnecting', async () => {
    const question = await ask(world.as('admin'), 'setup disconnect');
    const gone = await click('admin', question, 'Delete');
    expect(shown(gone)).toContain(NEED_TWO);
    await world.connect();
    const text = await settingsNow();
    expect(text).toContain(NEED_TWO);
    expect(text).toContain(`**Audit channel:** <#${audit}>`);
    const card = await world.askToMove('admin');
    await (await confirm(world, 'admin', card)).settled();
    expect(await world.refusals()).toEqual(['confirm second-person Adam']);
    expect(world.writes()).toEqual([]);
  });

  test('cannot silence the audit channel, which hears of the try at once', async () => {
    await ask(world.as('admin'), 'setup defaults', { clear: 'audit' });
    expect(shown(await auditPost())).toContain(`: audit channel <#${audit}> → none: `);
    await ask(world.as('admin'), 'changes freeze', { reason: 'is it heard' });
    await expect
      .poll(() => JSON.stringify(world.discord.messages(audit).map(({ embeds }) => embeds)))
      .toContain('is it heard');
  });
});

describe('another admin', () => {
  test('confirms it where the audit channel tells of it; what was asked before is not loosened', async () => {
    const card = await world.askToMove('admin');
    await loosenAsAdam();
    expect(shown(await click('otherAdmin', await auditPost(), 'Confirm looser rule'))).toContain(
      NEED_ONE,
    );
    expect(await settingsNow()).toContain(NEED_ONE);
    await confirm(world, 'admin', card);
    await expect.poll(() => world.refusals()).toEqual(['confirm second-person Adam']);
    expect(world.card(card)).toContain(
      'The stricter rule from when it was requested still applies',
    );
    expect(world.writes()).toEqual([]);
    await confirm(world, 'manager', card);
    await expect.poll(() => world.writes()).toHaveLength(1);
    const later = await world.askToMove('admin', 1);
    await confirm(world, 'admin', later);
    await expect.poll(() => world.writes()).toHaveLength(2);
  });

  test('withdraws it, and a click on the older button is answered in words', async () => {
    await loosenAsAdam();
    const post = await auditPost();
    expect(await settingsNow()).toContain('A looser rule is waiting');
    await click('otherAdmin', await ask(world.as('otherAdmin'), 'setup show'), 'Withdraw');
    expect(shown(await click('otherAdmin', post, 'Confirm looser rule'))).toContain(
      'is no longer waiting',
    );
    expect(await settingsNow()).not.toContain('A looser rule is waiting');
    expect(await settingsNow()).toContain(NEED_TWO);
  });

  test('who asks for the rule as it stands withdraws it too', async () => {
    await loosenAsAdam();
    const said = shown(await ask(world.as('otherAdmin'), 'setup roles', { others: 'second' }));
    expect(said).toContain('The looser rule that waited for another admin is withdrawn.');
    expect(await settingsNow()).not.toContain('A looser rule is waiting');
    expect(await settingsNow()).toContain(NEED_TWO);
    // Setting something else withdraws nothing.
    await loosenAsAdam();
    await ask(world.as('otherAdmin'), 'setup roles', { checksum: 'refuse' });
    expect(await settingsNow()).toContain('A looser rule is waiting');
  });

  test('the same for the audit channel, also where the bot may not post there just then', async () => {
    await ask(world.as('admin'), 'setup defaults', { clear: 'audit' });
    await auditPost();
    const { missing } = world.guild.channels.get(audit) ?? {};
    missing?.add('SendMessages');
    const said = shown(await ask(world.as('otherAdmin'), 'setup defaults', { audit }));
    missing?.clear();
    expect(said).toContain('The looser rule that waited for another admin is withdrawn.');
    expect(await settingsNow()).toContain(`**Audit channel:** <#${audit}>`);
  });

  test('is told by /setup check that it waits', async () => {
    await loosenAsAdam();
    expect(shown(await ask(world.as('otherAdmin'), 'setup check'))).toMatch(
      /⚠️ warning · \*\*Rules\*\* · will be loosened .*: other changes need a second person →/,
    );
  });
});

test('somebody who is no admin neither confirms nor withdraws it, and that is recorded', async () => {
  expect(shown(await loosenAsAdam())).toContain('# A looser rule waits');
  const post = await auditPost();
  for (const label of ['Confirm looser rule', 'Withdraw'])
    expect(shown(await click('manager', post, label))).toContain('Only an admin');
  expect(await world.refusals()).toEqual([
    'loosening-confirmed not-admin Marek',
    'loosening-withdrawn not-admin Marek',
  ]);
  expect(await settingsNow()).toContain(NEED_TWO);
});

/** As if Adam had requested it that long ago: its entry, written while the bot was down. */
async function askedAgo(ms: number): Promise<void> {
  await house.bot.stop();
  const store = await openStoreOf(world);
  const clock = { now: () => Date.now() - ms };
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  await trail.record(world.guild.id, () => ({
    step: 'loosening-asked',
    actor: { id: world.people.admin.id, name: 'Adam' },
    details: {
      changed: [{ what: 'others', before: ['second'], after: ['self'] }],
      takesEffectAt: clock.now() + LOOSENING_WAITS_MS,
    },
  }));
  await store.close();
  await house.start();
}

describe('nobody decides', () => {
  test('24 hours later it takes effect, and the audit channel hears who did it', async () => {
    await askedAgo(LOOSENING_WAITS_MS);
    await expect.poll(settingsNow).toContain(NEED_ONE);
    await expect
      .poll(() => JSON.stringify(world.discord.messages(audit).map(({ embeds }) => embeds)))
      .toContain('🔓 Pitboss put a looser rule into effect');
  });

  test('a minute before it does not, and still waits', async () => {
    await askedAgo(LOOSENING_WAITS_MS - 60_000);
    const text = await settingsNow();
    expect(text).toContain(NEED_TWO);
    expect(text).toContain('A looser rule is waiting');
  });

  test('killed as it is confirmed: the next start makes it take effect, as theirs', async () => {
    await loosenAsAdam();
    await auditPost();
    house.bot.kill();
    await expect.poll(() => house.bot.state).toBe('dead');
    const store = await openStoreOf(world);
    const trail = createTrail({ store, clock: { now: Date.now }, onEntry: () => undefined });
    await trail.record(world.guild.id, ({ loosening }) => ({
      step: 'loosening-confirmed',
      actor: { id: world.people.otherAdmin.id, name: 'Ada' },
      details: { asked: loosening?.seq ?? 0 },
    }));
    await store.close();
    await house.start();
    await expect.poll(settingsNow).toContain(NEED_ONE);
    expect((await world.wholeTrail()).at(-1)).toMatchObject({
      step: 'set',
      actor: { name: 'Ada' },
      details: { by: 'loosened' },
    });
  });
});
