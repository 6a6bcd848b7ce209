import { describe, expect, test } from 'vitest';
import { createElsewhere } from '../../src/alerts/elsewhere/watch-elsewhere.js';
import { parseEntry, type Entry } from '../../src/domain/changes/entry.js';
import { readTrail } from '../../src/changes/trail/stored-trail.js';
import { auditReply } from '../../src/views/audit/audit-post.js';
import {
  elsewhereEvent,
  elsewhereFields,
  elsewhereTitle,
} from '../../src/views/alerts/elsewhere.js';
import {
  createChangesRig,
  GUILD,
  PEOPLE,
  sweepFor,
  type ChangesRig,
  pressOn,
} from '../changes/fakes/changes-rig.js';

const KNOWN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

function addressOf(address: string, share = 100) {
  return {
    address_id: 504,
    address_name: 'cold',
    external_address: address,
    revenue_allocation: share,
  };
}

/** Payment settings of `main`, after some watching. */
async function watched(world = createChangesRig(), changes = world.changes) {
  if (!world.workspace.payments.has('BTC main'))
    world.workspace.payments.set('BTC main', {
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      status: 'ACTIVE',
      balance: 1,
      addresses: [addressOf(KNOWN)],
    });
  const elsewhere = createElsewhere({
    store: world.store,
    guilds: world.guilds,
    explain: (...asked) => changes.differences.explain(...asked),
    enter: (...each) => changes.differences.enter(...each),
  });
  /** Gives turns as the watch does: one a minute, and an extra one soon after if requested. */
  const turns = async (minutes: number) => {
    const told = [];
    for (let minute = 0; minute < minutes; minute++) {
      world.pass(45_000);
      const turn = await elsewhere.turn(GUILD, world.workspace.client, world.clock.now());
      told.push(...turn.occurrences);
      await turn.noted?.();
      world.pass(15_000);
      if (!turn.again) continue;
      const again = await elsewhere.turn(GUILD, world.workspace.client, world.clock.now());
      told.push(...again.occurrences);
      await again.noted?.();
    }
    return told;
  };
  const look = () => elsewhere.turn(GUILD, world.workspace.client, world.clock.now());
  return { world, turns, look };
}

async function findings(world: ChangesRig): Promise<Extract<Entry, { step: 'found-elsewhere' }>[]> {
  const entries: Entry[] = [];
  for await (const text of readTrail(world.store, GUILD)) entries.push(parseEntry(text));
  return entries.flatMap((each) => (each.step === 'found-elsewhere' ? [each] : []));
}

function record(world: ChangesRig) {
  const settings = world.workspace.payments.get('BTC main');
  if (settings === undefined) throw new Error('no settings');
  return settings;
}

test('what was there at the first look is told to nobody', async () => {
  const { world, turns } = await watched();
  expect(await turns(8)).toEqual([]);
  expect(await findings(world)).toEqual([]);
});

test('a look without a list of addresses in between hides nothing', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  const found = [];
  for (const address of [OTHER, null, OTHER, null, OTHER]) {
    const addresses = address === null ? undefined : [addressOf(address)];
    Object.assign(record(world), { addresses });
    world.pass(60_000);
    const turn = await look();
    found.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(found).toHaveLength(1);
});

test('a name that was changed by a character that nobody sees is told with it', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [{ ...addressOf(KNOWN), address_name: 'cold\u200B' }];
  await turns(1);
  const [entry] = await findings(world);
  if (entry === undefined) throw new Error('nothing was entered');
  const [field] = elsewhereFields(entry.details);
  expect(field?.value).toContain('Payout address: cold · allocation 100 → **"cold\\\\u200b"**');
});

test('an address that differs by a sign that nobody sees, or by a look-alike, looks different', async () => {
  for (const address of [`${KNOWN}\u200B`, KNOWN.replace('c', '\u0441')]) {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(address)];
    await turns(1);
    const [entry] = await findings(world);
    const card = JSON.stringify(entry && elsewhereFields(entry.details));
    const line = JSON.stringify(
      auditReply([{ entry: entry ?? never(), change: null, cardUrl: null }]),
    );
    for (const text of [card, line]) expect(text).toMatch(/⚠️ `.*\\u(200b|0441)/);
  }
});

function never(): never {
  throw new Error('nothing was entered');
}

test('a list that is another one at each look is told too, as it is by then', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  const third = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
  const told = [];
  for (const address of [OTHER, third, OTHER, third, OTHER, third]) {
    record(world).addresses = [addressOf(address)];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told.length).toBeGreaterThan(0);
  const [entry] = await findings(world);
  expect(JSON.stringify(entry?.details.before)).toContain(KNOWN);
});

const THIRD = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const FOURTH = 'bc1qc7slrfxkknqcq2jevvvkdgvrt8080852dfjewde450xdlk4ugp7szw5tk9';

test.each([
  ['another in between', [OTHER, KNOWN, THIRD]],
  ['another and the old list twice in between', [OTHER, KNOWN, KNOWN, THIRD, KNOWN, KNOWN]],
  ['others, each different', [OTHER, KNOWN, THIRD, KNOWN, FOURTH, KNOWN]],
])('an address that comes and goes is told: %s', async (_, given) => {
  const { world, look, turns } = await watched();
  await turns(8);
  const told = [];
  for (let minute = 0; minute < 12; minute++) {
    record(world).addresses = [addressOf(given[minute % given.length] ?? never())];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told.length).toBeGreaterThan(0);
});

test('a list that was told and replaced may show once more for ten minutes, and no longer', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  expect(await turns(1)).toHaveLength(1);
  const flips = async (minutes: number) => {
    const told = [];
    for (let minute = 0; minute < minutes; minute++) {
      record(world).addresses = [addressOf(minute % 2 === 0 ? KNOWN : OTHER)];
      world.pass(60_000);
      const turn = await look();
      told.push(...turn.occurrences);
      await turn.noted?.();
    }
    return told;
  };
  expect(await flips(8)).toEqual([]);
  expect((await flips(8)).length).toBeGreaterThan(0);
});

test('a payout address that nobody changed through Pitboss is told once, with both addresses', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  record(world).balance = 7;
  expect(await turns(1)).toHaveLength(1);
  const [entry, ...others] = await findings(world);
  expect(others).toEqual([]);
  if (entry === undefined) throw new Error('nothing was entered');
  expect(elsewhereTitle(entry.details)).toBe('A new payout address, not through Pitboss');
  const card = JSON.stringify(elsewhereFields(entry.details)).replaceAll(' ', '');
  expect(card).toContain(KNOWN);
  expect(card).toContain(OTHER);
  expect(card).toContain('Removedpayoutaddress');
  const line = JSON.stringify(auditReply([{ entry, change: null, cardUrl: null }]));
  expect(line).toContain(`**new** \`${OTHER}\``);
  expect(await turns(30)).toEqual([]);
  expect(await findings(world)).toHaveLength(1);
});

test('a difference of one look alone is not told', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  const before = record(world).addresses;
  record(world).addresses = [addressOf(OTHER)];
  world.pass(60_000);
  expect(await look()).toMatchObject({ occurrences: [], again: true });
  record(world).addresses = before;
  expect(await turns(5)).toEqual([]);
});

test('a server of the pool that is behind hides nothing, and what it shows is not told as undone', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  const told = [];
  for (const address of [OTHER, KNOWN, OTHER, KNOWN, OTHER, KNOWN, OTHER, KNOWN]) {
    record(world).addresses = [addressOf(address)];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told).toHaveLength(1);
  expect(await findings(world)).toHaveLength(1);
  // Undone for good.
  record(world).addresses = [addressOf(KNOWN)];
  expect(await turns(2)).toHaveLength(1);
});

test('balance, next payout and freezes move by themselves', async () => {
  const { world, turns } = await watched();
  await turns(8);
  Object.assign(record(world), { balance: 5, next_payout_at: 'soon', frozen_until: 'later' });
  expect(await turns(5)).toEqual([]);
});

test('what the pool did not give differs from nothing', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const before = { ...record(world) };
  Object.assign(record(world), { status: null, payment_frequency: null, addresses: null });
  expect(await turns(3)).toEqual([]);
  Object.assign(record(world), before);
  expect(await turns(3)).toEqual([]);
});

describe('of an entry of the addresses', () => {
  const cold = addressOf(KNOWN, 60);
  const hot = {
    address_id: 505,
    address_name: 'hot',
    external_address: OTHER,
    revenue_allocation: 40,
  };
  test.each([
    ['no address', [{ ...cold, external_address: undefined }, hot]],
    ['neither address nor id', [{ ...cold, external_address: null, address_id: null }, hot]],
    ['nothing but its share', [hot, { revenue_allocation: 60 }]],
    ['nothing at all of both', [{}, {}]],
    ['another way to write its share', [{ ...cold, revenue_allocation: '60.00' }, hot]],
    ['no id, no name', [{ ...cold, address_id: null, address_name: null }, hot]],
  ])('%s says nothing new', async (_, addresses) => {
    const { world, turns } = await watched();
    record(world).addresses = [cold, hot];
    await turns(8);
    Object.assign(record(world), { addresses });
    expect(await turns(3)).toEqual([]);
    record(world).addresses = [cold, hot];
    expect(await turns(3)).toEqual([]);
    // It was known all along.
    record(world).addresses = [{ ...cold, external_address: OTHER }];
    expect(await turns(2)).toHaveLength(1);
  });
});

test('a subaccount or a site with another name is told once at most, and as that', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.ofEach = { ofSite: { name: 'Renamed' } };
  expect(await turns(8)).toEqual([]);
  const { siteOf, idOf, payments } = world.workspace;
  siteOf.set('mine', siteOf.get('main') ?? '');
  siteOf.delete('main');
  idOf.set('mine', idOf.get('main') ?? '');
  payments.set('BTC mine', record(world));
  payments.delete('BTC main');
  expect(await turns(8)).toHaveLength(1);
  const [entry] = await findings(world);
  expect(elsewhereTitle(entry?.details ?? never())).toContain('A subaccount has another name');
});

test('ids that are left out for a while make nothing new or gone', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const ids = [...world.workspace.idOf];
  world.workspace.idOf.clear();
  expect(await turns(8)).toEqual([]);
  for (const [name, id] of ids) world.workspace.idOf.set(name, id);
  expect(await turns(8)).toEqual([]);
  world.workspace.idOf.set('main', '999');
  expect(await turns(8)).not.toEqual([]);
});

test('a record that doesn’t say whose it is may be any: none is gone', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const { payments, alsoListed } = world.workspace;
  const own = record(world);
  payments.delete('BTC main');
  alsoListed.payments.push(own);
  expect(await turns(4)).toEqual([]);
  alsoListed.payments.length = 0;
  expect(await turns(4)).toHaveLength(1);
});

test('of a second record of a subaccount the addresses count too, and none is called removed', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const subaccount = { id: world.workspace.idOf.get('main'), name: 'main' };
  world.workspace.alsoListed.payments.push({
    ...record(world),
    addresses: [addressOf(OTHER)],
    subaccount,
  });
  expect(await turns(2)).toHaveLength(1);
  const [entry] = await findings(world);
  const card = JSON.stringify(entry && elsewhereFields(entry.details));
  expect(card).toContain('New payout address');
  expect(card).not.toContain('Removed');
});

test('a change that a later one has undone explains nothing for certain', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const id of ['site-b', 'site-a']) {
    const input = { name: 'main', site: { id, name: id } };
    const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  }
  await sweepFor(world, 60_000);
  expect(await turns(8)).toEqual([]);
  world.pass(5 * 3_600_000);
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  // Its own approval may have come only now.
  expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
});

test('a change that was seen and that a later one has undone is not even perhaps the cause', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const id of ['site-b', 'site-a']) {
    const input = { name: 'main', site: { id, name: id } };
    const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    await sweepFor(world, 60_000);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  }
  expect(await turns(8)).toEqual([]);
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  expect((await findings(world))[0]?.details.perhapsBy).toBeUndefined();
});

describe('a change whose answer was lost', () => {
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
  const confirmed = async (world: ChangesRig) => {
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  };

  test('explains its effect', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.faults.nextWrites.push('500-after-effect');
    await confirmed(world);
    expect(await turns(8)).toEqual([]);
  });

  test.each([
    ['much later', async () => {}],
    [
      'after somebody had looked into it',
      async (world: ChangesRig) => {
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
    await confirmed(world);
    await meanwhile(world);
    expect(await turns(when === 'much later' ? 20 : 2)).toEqual([]);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  });

  test('hides nothing that somebody does by hand after something else', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    world.workspace.faults.nextWrites.push('500-after-effect');
    await confirmed(world);
    world.workspace.siteOf.set('main', 'site-c');
    expect(await turns(8)).toHaveLength(1);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world)).map(({ details }) => details.perhapsBy)).toEqual([undefined, 1]);
  });
});

test('a change of a subaccount whose name another has taken explains nothing of that one', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.appliesAtOnce = false;
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, ask);
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  world.workspace.idOf.set('main', '41202').set('spare', '41201');
  await turns(8);
  const before = (await findings(world)).length;
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  expect((await findings(world))[before]?.details.perhapsBy).toBeUndefined();
});

test('a list that can’t be read whole tells of nothing that is gone', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.faults.listsAreNull = true;
  await expect(turns(1)).rejects.toThrow();
  world.workspace.faults.listsAreNull = false;
  expect(await turns(5)).toEqual([]);
  world.workspace.payments.delete('BTC main');
  expect(await turns(5)).toHaveLength(1);
});

test('a change of Pitboss explains it, and an approval days later is told on its card', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.appliesAtOnce = false;
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input,
    member: PEOPLE.manager,
  });
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await sweepFor(world, 3 * 3_600_000);
  world.pass(3 * 86_400_000);
  expect(await turns(12)).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeUndefined();
  // Somebody approves it in the pool's console.
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(12)).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  // Then somebody moves it on.
  world.workspace.siteOf.set('main', 'site-c');
  expect(await turns(12)).toHaveLength(1);
});

test('another process, killed between entry and note, tells the same once', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  world.pass(45_000);
  await look();
  world.pass(15_000);
  // Killed before it could record what it had reported.
  const [first] = (await look()).occurrences;
  expect(first).toBeDefined();
  const later = await watched(world, world.start());
  const again = await later.turns(8);
  expect(again.map(({ key }) => key)).toEqual([first?.key]);
  expect(await findings(world)).toHaveLength(1);
});

test('while entries are missing it is told at once, and entered once that is accepted', async () => {
  const { world, turns } = await watched();
  const restore = world.store.copy();
  await world.askToMove();
  await turns(8);
  // An older copy of the trail is restored; what was last listed stays as it was.
  const listed = world.store.namespace('alert-listed');
  const kept = await listed.get(`${GUILD}:BTC`);
  restore();
  await listed.set(`${GUILD}:BTC`, kept);
  expect(await world.changes.behind(GUILD)).not.toBeNull();
  record(world).addresses = [addressOf(OTHER)];
  const first = await turns(3);
  expect(new Set(first.map(({ key }) => key)).size).toBe(1);
  expect(await findings(world)).toEqual([]);
  const asOf = await world.changes.behind(GUILD);
  await world.changes.acceptRestore({
    guildId: GUILD,
    member: PEOPLE.admin,
    reason: 'put back',
    askedAt: world.clock.now(),
    found: asOf?.seq ?? 0,
  });
  const later = await turns(3);
  expect(new Set([...first, ...later].map(({ key }) => key)).size).toBe(1);
  expect(await findings(world)).toHaveLength(1);
});

describe('another key', () => {
  test('of the same workspace hides nothing that was changed just before it was connected', async () => {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(OTHER)];
    world.guilds.reconnect(GUILD, world.clock.now());
    expect(await turns(12)).toHaveLength(1);
    expect(JSON.stringify((await findings(world))[0]?.details.before)).toContain(KNOWN);
  });

  test.each([
    ['ids', (world: ChangesRig) => world.workspace.idOf.set('main', '9').set('spare', '10')],
    ['ids at all', (world: ChangesRig) => world.workspace.idOf.clear()],
  ])('whose lists have no such %s starts the watch over', async (_, change) => {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(OTHER)];
    change(world);
    world.guilds.reconnect(GUILD, world.clock.now());
    expect(await turns(12)).toEqual([]);
    record(world).addresses = [addressOf(KNOWN)];
    expect(await turns(12)).toHaveLength(1);
  });

  test('leaves open whether an approval is that of a change requested with the former one', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
    const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.guilds.reconnect(GUILD, world.clock.now());
    await turns(8);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(8)).toHaveLength(1);
    const [entry] = await findings(world);
    expect(entry?.details.perhapsBy).toBe(1);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeUndefined();
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
});

test.each(['REJECTED', 'FAILED', 'CANCELLED', 'EXPIRED'])(
  'a change that the pool answered with %s hides nothing that is done by hand',
  async (status) => {
    const { world, turns } = await watched();
    await turns(8);
    Object.assign(world.workspace, { appliesAtOnce: false, actionStatus: status });
    const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
    const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
    const change = await world.ask(world.changes, ask);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    await turns(8);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  },
);

test('in a restored store nothing is entered before it is known what it lacks', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const putBack = world.store.copy();
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const ask = { kind: 'subaccount-move', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, ask);
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await world.changes.idle();
  putBack();
  const later = await watched(world, world.start());
  const [told] = await later.turns(12);
  expect(elsewhereEvent(told?.facts)).toMatchObject({
    title: 'A subaccount moved to another site, perhaps through Pitboss',
    next: expect.stringContaining('Entries of the audit trail are missing'),
  });
  expect(await findings(world)).toEqual([]);
});

describe('what comes along with a change of Pitboss', () => {
  const settings = {
    payment_frequency: 'DAILY',
    addresses: [{ address_name: 'cold', external_address: OTHER, revenue_allocation: 100 }],
  };
  const ask = {
    kind: 'payment-settings',
    input: { currency: 'BTC', subaccount: 'main', settings },
    member: PEOPLE.manager,
  };

  /** Sent, and approved at the pool in that form. */
  async function approved(as: Record<string, unknown>) {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    const change = await world.ask(world.changes, ask);
    const typed = OTHER.slice(-6);
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), typed);
    Object.assign(record(world), {
      addresses: [{ ...addressOf(OTHER), address_id: 900 }],
      ...as,
    });
    return { world, turns, told: await turns(12) };
  }
  const kinds = async (world: ChangesRig) =>
    (await findings(world)).map(({ details }) => [elsewhereTitle(details), details.perhapsBy]);

  test('is nothing, where nothing does', async () => {
    const { world, told } = await approved({});
    expect(told).toEqual([]);
    expect(await kinds(world)).toEqual([]);
  });

  test.each([
    [{ wallet_id: 424_242 }, 'The payout wallet changed, not through Pitboss'],
    [{ status: 'SUSPENDED' }, 'The status of payment settings changed, not through Pitboss'],
  ])('is told: %j', async (as, title) => {
    const { world, told, turns } = await approved(as);
    expect(told).toHaveLength(1);
    expect(await kinds(world)).toEqual([[title, undefined]]);
    // Only what comes later counts.
    Object.assign(record(world), { wallet_id: 424_243 });
    expect(await turns(12)).toHaveLength(1);
  });

  test.each([
    { payment_frequency: 'daily' },
    { addresses: [{ ...addressOf(OTHER), address_id: 900, address_name: 'COLD ' }] },
    { payment_frequency: 'WEEKLY', day_of_week: 'MONDAY' },
  ])('is perhaps its own where the pool says it in other words: %j', async (as) => {
    const { world } = await approved(as);
    expect(await kinds(world)).toEqual([['A new payout address, perhaps through change #1', 1]]);
  });

  test('is somebody else’s rename of what Pitboss moved', async () => {
    const { world, turns } = await watched();
    await turns(8);
    const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
    const change = await world.ask(world.changes, {
      kind: 'subaccount-move',
      input,
      member: PEOPLE.manager,
    });
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.workspace.siteOf.delete('main');
    world.workspace.siteOf.set('principal', 'site-b');
    world.workspace.idOf.set('principal', '41201');
    await turns(12);
    expect(await kinds(world)).toContainEqual([
      'A subaccount moved to another site, perhaps through change #1',
      1,
    ]);
    expect(await kinds(world)).toContainEqual([
      'A subaccount has another name, not through Pitboss',
      undefined,
    ]);
  });
});
