import { beforeEach, expect, test } from 'vitest';
import type { GuildSettings } from '../../../src/domain/guild/guild-settings.js';
import {
  AUDIT_CHANNEL,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import { entriesOf } from '../fakes/settings-harness.js';
import { createPayingHarness } from '../fakes/paying-harness.js';

/** How long a change waits: as the server was set when it was requested, and nothing later. */

const { manager, second, admin } = PEOPLE;
const HOUR = 3_600_000;

let world: ChangesHarness;
beforeEach(() => {
  world = createPayingHarness();
});

const setWaits = (waits: Partial<GuildSettings['waits']>) =>
  world.changes.settings.set({ guildId: GUILD, member: admin, by: 'roles' }, (now) => ({
    ...now,
    waits: { ...now.waits, ...waits },
  }));

async function askForWeekly() {
  const settings = {
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    addresses: world.workspace.payments.get('BTC main')?.addresses ?? [],
  };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const change = await world.ask(world.changes, {
    kind: 'payment-settings',
    input,
    member: manager,
  });
  return { change, messageId: await world.postCard(change) };
}

const lifeOf = ({ askedAt, expiresAt }: { askedAt: number; expiresAt: number }) =>
  expiresAt - askedAt;

test('a payment change waits for a day, others as long as the deployment says', async () => {
  const { change } = await askForWeekly();
  expect(lifeOf(change)).toBe(24 * HOUR);
  expect(lifeOf((await world.askToMove()).change)).toBe(EXPIRY_MS);
  world.pass(24 * HOUR - 1);
  await world.changes.reconcile();
  const ended = await pressOn(world.changes).confirm(world.click(change, second));
  expect(ended.state).toBe('reported');
});

test('a payment change is over after its day, and not sent', async () => {
  const { change, messageId } = await askForWeekly();
  world.pass(24 * HOUR);
  await expect(pressOn(world.changes).confirm(world.click(change, second))).rejects.toThrow(
    /expired/,
  );
  await world.changes.reconcile();
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Expired');
  expect(world.workspace.sent).toEqual([]);
});

test('one that was requested while the clock was far ahead is over once it is right', async () => {
  const days = 24 * HOUR;
  world.pass(1_000 * days);
  const { change } = await askForWeekly();
  world.pass(-10 * 60_000);
  await world.changes.reconcile();
  expect(await world.changes.find(GUILD, change.id)).toMatchObject({ state: 'pending' });
  world.pass(-1_000 * days);
  await expect(pressOn(world.changes).confirm(world.click(change, second))).rejects.toThrow(
    /expired/,
  );
  await world.changes.reconcile();
  expect(await world.changes.find(GUILD, change.id)).toMatchObject({ state: 'expired' });
  expect(world.workspace.sent).toEqual([]);
});

test('each sort of change has its own wait, which its entry keeps', async () => {
  await setWaits({ payments: 2 * 1_440, others: 60 });
  const [payment, move] = [await askForWeekly(), await world.askToMove()];
  expect([lifeOf(payment.change), lifeOf(move.change)]).toEqual([48 * HOUR, HOUR]);
  await setWaits({ payments: 15, others: 4_320 });
  world.pass(HOUR - 1);
  const again = world.start();
  await again.recover();
  await again.reconcile();
  const states = (await again.list(GUILD)).map(({ state }) => state);
  expect(states).toEqual(['pending', 'pending']);
  world.pass(1);
  await again.reconcile();
  await again.idle();
  expect((await again.find(GUILD, move.change.id))?.state).toBe('expired');
  expect((await again.find(GUILD, payment.change.id))?.state).toBe('pending');
  const asked = (await entriesOf(world)).flatMap((entry) =>
    entry.step === 'asked' ? [lifeOf(entry.details.proposal)] : [],
  );
  expect(asked).toEqual([48 * HOUR, HOUR]);
});

test('what takes the place of a drifted change waits as the server sets it then', async () => {
  const { change } = await world.askToMove();
  await setWaits({ others: 120 });
  world.workspace.siteOf.set('main', 'site-c');
  const ended = await pressOn(world.changes).confirm(world.click(change, second));
  const next = await world.changes.find(GUILD, ended.replacedBy ?? '');
  expect(next && lifeOf(next)).toBe(2 * HOUR);
});

test('a wait is an entry like every setting, and takes effect at once also when it is longer', async () => {
  const { loosening } = await setWaits({ payments: 4_320, others: 15 });
  expect(loosening).toBeNull();
  expect((await entriesOf(world)).at(-1)).toMatchObject({
    step: 'set',
    details: {
      by: 'roles',
      changed: [
        { what: 'paymentsWait', before: ['1440'], after: ['4320'] },
        { what: 'othersWait', before: [], after: ['15'] },
      ],
    },
  });
  await expect(setWaits({ others: 14 })).rejects.toThrow();
  await expect(setWaits({ payments: 4_321 })).rejects.toThrow();
});

test('a card that was never noted is found on the third day too', async () => {
  await setWaits({ others: 4_320 });
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const kind = 'subaccount-move';
  const change = await world.ask(world.changes, { kind, input, member: manager });
  const { messageId } = await world.chat.post(
    change.channelId,
    await world.changes.card(GUILD, change),
  );
  world.pass(70 * HOUR);
  const again = world.start();
  await again.recover();
  await pressOn(again).cancel(world.click(change, manager));
  await again.idle();
  expect(world.chat.text(messageId)).toContain('Cancelled');
});

test('what was requested while the clock was ahead is told as that once it is right', async () => {
  world.clock.time += 20 * 60_000;
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  world.clock.time -= 20 * 60_000;
  const late = () => pressOn(world.changes).confirm(world.click(change, second));
  await expect(late()).rejects.toThrow(/while a clock was wrong: its time, .*, lay ahead/);
  await world.changes.reconcile();
  await world.changes.idle();
  await expect(late()).rejects.toThrow(/while a clock was wrong/);
  expect(world.chat.text(messageId)).toContain('It was requested while a clock was wrong');
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.join()).toContain('it was requested while a clock was wrong, and its time lay ahead');
});

test('a clock that is set ahead for a moment closes nothing', async () => {
  const { change } = await world.askToMove();
  await world.changes.reconcile();
  world.clock.time += 24 * HOUR;
  await world.changes.reconcile();
  await world.changes.idle();
  const early = pressOn(world.changes).confirm(world.click(change, second));
  await expect(early).rejects.toThrow(/own count of time it still waits/);
  world.clock.time -= 24 * HOUR;
  await pressOn(world.changes).confirm(world.click(change, second));
  expect(world.workspace.sent).toHaveLength(1);
  expect(await world.steps()).not.toContain('expired');
});

test('while a machine sleeps its own count stands still, and the wall clock goes on', async () => {
  world.guilds.set(GUILD, { waits: { payments: 60, others: 60 } });
  const { change, messageId } = await world.askToMove();
  await world.changes.reconcile();
  world.clock.time += 8 * HOUR;
  const late = () => pressOn(world.changes).confirm(world.click(change, second));
  await expect(late()).rejects.toThrow(/own count of time it still waits/);
  await world.changes.reconcile();
  world.pass(15 * 60_000);
  await world.changes.reconcile();
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Nobody confirmed it in time');
  expect(world.workspace.sent).toEqual([]);
});

test('one that is set back lets nobody confirm late', async () => {
  const { change } = await world.askToMove();
  await world.changes.reconcile();
  world.clock.time -= 14 * 60_000;
  world.pass(EXPIRY_MS + 1_000);
  const late = pressOn(world.changes).confirm(world.click(change, second));
  await expect(late).rejects.toThrow(/This change expired/);
  await world.changes.reconcile();
  await world.changes.idle();
  expect(await world.steps()).toContain('expired');
  expect(world.workspace.sent).toEqual([]);
});

test('what waited in vain is told as that', async () => {
  const { change, messageId } = await world.askToMove();
  world.pass(HOUR);
  const late = () => pressOn(world.changes).confirm(world.click(change, second));
  await expect(late()).rejects.toThrow(/This change expired/);
  await world.changes.reconcile();
  await world.changes.idle();
  await expect(late()).rejects.toThrow(/This change expired/);
  expect(world.chat.text(messageId)).toContain('Nobody confirmed it in time');
});
