import { ComponentType } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage, Outcome } from '../../../sandbox/discord/loopback-discord.js';
import { changeWorld, confirm, loosen, told, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/** What people type and fill in, good and bad, through the real process. */

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
});
afterAll(() => house.close());

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HOT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

interface Filled {
  readonly frequency?: string;
  readonly day?: string;
  readonly addresses: string;
  readonly reason?: string;
}

/** What an open form contains, by field. */
function valuesIn(modal: Outcome['modal']): Record<string, string | undefined> {
  return Object.fromEntries(
    (modal?.components ?? []).flatMap((each) => {
      if (each.type !== ComponentType.Label) return [];
      const { component } = each;
      const value =
        component.type === ComponentType.StringSelect
          ? component.options.find((option) => option.default === true)?.value
          : component.type === ComponentType.TextInput
            ? component.value
            : undefined;
      return [[component.custom_id, value]];
    }),
  );
}

/** Opens the form for the first subaccount and submits it. */
async function fillIn({
  frequency = 'DAILY',
  day = 'UNSPECIFIED',
  addresses,
  reason = '',
}: Filled) {
  const { subaccount } = world.elsewhere();
  const manager = world.as('manager');
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const fields = { frequency: [frequency], day: [day], addresses, reason };
  return (await manager.submit(form, fields)).settled();
}

describe('/subaccount create', () => {
  test('shows the subaccount that came back', async () => {
    const { site } = world.elsewhere();
    const options = { name: 'hall-3', site, reason: 'new hall' };
    const card = await ask(world.as('manager'), 'subaccount create', options);
    expect(shown(card)).toContain('no subaccount with this name');
    await confirm(world, 'manager', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    expect(await world.details(card)).toMatch(
      /Subaccount: `hall-3`\n *Id: `\d+`\n *Created: <t:…:f>/,
    );
    expect(world.writes()).toMatchObject([
      { method: 'POST', path: '/api/v2/pool/subaccounts', body: { name: 'hall-3', site_id: site } },
    ]);
    await expect.poll(() => world.card(card), { timeout: 15_000 }).toContain('👁️ Seen at the pool');
  });

  test('shows a name with backticks as it is sent, with no other letter in their place', async () => {
    const { site } = world.elsewhere();
    const card = await ask(world.as('manager'), 'subaccount create', { name: '`hall` 4', site });
    const texts = [shown(card), await world.details(card)];
    await confirm(world, 'manager', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    texts.push(world.card(card), await world.details(card));
    for (const text of texts) {
      expect(text).toContain('\\`hall\\` 4');
      expect(text).not.toContain('\u02CB');
    }
    expect(world.writes()).toMatchObject([{ body: { name: '`hall` 4', site_id: site } }]);
  });

  test('refuses a name that is taken, and a site that nobody knows, before anything is asked', async () => {
    const { subaccount, site } = world.elsewhere();
    const taken = await ask(world.as('manager'), 'subaccount create', { name: subaccount, site });
    expect(shown(taken)).toContain('already exists. Nothing was requested');
    const nowhere = await ask(world.as('manager'), 'subaccount create', {
      name: 'a',
      site: 'Mars',
    });
    expect(shown(nowhere)).toContain('Mars');
    // An unknown site was not understood, so it isn't recorded.
    const of = `ask: Create a subaccount, ${subaccount} at`;
    expect(await world.refusals()).toEqual([expect.stringMatching(`^${of} .* name-taken Marek$`)]);
    expect(await world.trail()).toHaveLength(1);
  });
});

describe('names that a reader cannot tell apart', () => {
  const manager = () => world.as('manager');

  test('one that came a moment ago is seen, although the names were read just before', async () => {
    const workspace = world.pool.workspaceOf(world.key);
    const [site] = workspace.sites;
    if (site === undefined) throw new Error('no site');
    await ask(world.as('viewer'), 'subaccount list');
    expect(shown(await world.askToMove('manager', 1))).not.toContain('Looks like');
    workspace.addSubaccount(world.elsewhere().subaccount.replace('e', '\u0435'), site);
    expect(shown(await world.askToMove())).toContain('Looks like another subaccount');
  });

  test.each([
    ['\u200B', 'U+200B'],
    ['\u00AD', 'U+00AD'],
    ['\u034F', 'U+034F'],
    ['\u202E', 'U+202E'],
    ['\u3164', 'U+3164'],
    ['\uFE0F', 'U+FE0F'],
    ['\u2028', 'U+2028'],
    ['\n', 'U+000A'],
    ['\u00A0', 'U+00A0'],
  ])('/subaccount create with %j is refused, and the letter named', async (letter, named) => {
    const { subaccount, site } = world.elsewhere();
    const end = subaccount.length + 1;
    const first = subaccount.slice(0, 3);
    for (const [name, position] of [
      [`${subaccount}${letter}`, end],
      [`${first}${letter}${subaccount.slice(3)}`, 4],
    ] as const) {
      const answer = shown(await ask(manager(), 'subaccount create', { name, site }));
      expect(answer).toContain(
        `invisible characters: ${named} (character ${position}). Nothing was sent`,
      );
    }
    expect(await world.refusals()).toEqual([
      expect.stringMatching(/unseen-letters Marek$/),
      expect.stringMatching(/unseen-letters Marek$/),
    ]);
    expect(await world.trail()).toHaveLength(2);
    expect(world.writes()).toEqual([]);
  });

  /** Names that look alike: the second begins with another letter that resembles an `h`. */
  const [LATIN, OTHER] = ['hall-3', '\u04BBall-3'];
  function addBoth(): void {
    const workspace = world.pool.workspaceOf(world.key);
    const [site] = workspace.sites;
    if (site === undefined) throw new Error('no site');
    for (const name of [LATIN, OTHER, `${LATIN}\u200B`]) workspace.addSubaccount(name, site);
  }

  test('a name that looks like an existing one is marked on the card', async () => {
    const { site } = world.elsewhere();
    const { subaccounts } = world.pool.workspaceOf(world.key);
    const [{ name } = { name: '' }] = subaccounts;
    const card = await ask(manager(), 'subaccount create', { name: name.toUpperCase(), site });
    expect(shown(card)).toContain(`Looks like another subaccount:** \`${name}\``);
    const list = await ask(manager(), 'changes list');
    expect(shown(list)).toContain('⚠️ looks like another name');
    const other = await ask(manager(), 'subaccount create', { name: 'H\u00E4lle', site });
    expect(shown(other)).toContain('Unusual letters in this name: U+00E4 (character 2).');
    expect(shown(other)).not.toContain('Looks like');
  });

  test('those that exist are told apart while typing, in the list and on the card', async () => {
    addBoth();
    const typed = { subaccount: 'hall-3', site: 'x' };
    expect(await manager().complete('subaccount move', typed, 'subaccount')).toEqual([
      { name: 'hall-3 · character 1 is U+0068 and it ends after character 6', value: LATIN },
      { name: 'hall-3 · character 7 is U+200B and character 1 is U+0068', value: `${LATIN}\u200B` },
    ]);
    const list = shown(await ask(world.as('viewer'), 'subaccount list'));
    expect(list).toContain('These look alike but are different names:** `hall-3` (character 1');
    const site = world.pool.workspaceOf(world.key).sites[1]?.id ?? '';
    const card = await ask(manager(), 'subaccount move', { subaccount: OTHER, site });
    expect(shown(card)).toContain('Unusual letters in this name: U+04BB (character 1).');
    expect(shown(card)).toContain(
      'Looks like another subaccount:** `hall-3` (character 1 is U+0068',
    );
    await confirm(world, 'manager', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    expect(world.writes().map(({ path }) => path)).toEqual([`/api/v2/pool/subaccounts/${OTHER}`]);
  });
});

describe('two sites of one name', () => {
  const NAME = 'Twin Falls';
  let ids: string[];
  beforeEach(() => {
    const { sites } = world.pool.workspaceOf(world.key);
    const twins = sites.slice(0, 2);
    for (const site of twins) site.name = NAME;
    ids = twins.map(({ id }) => id);
  });

  test('none is chosen by the name; both ids are given, and one of them is taken', async () => {
    const asked = { name: 'hall-3', site: NAME.toLowerCase() };
    const answer = shown(await ask(world.as('manager'), 'subaccount create', asked));
    expect(answer).toContain('2 sites are called `twin falls`.');
    for (const id of ids) expect(answer).toContain(`\`${id}\``);
    expect(await world.trail()).toEqual([]);
    const [, second = ''] = ids;
    const card = await ask(world.as('manager'), 'subaccount create', { ...asked, site: second });
    expect(shown(card)).toContain(`(\`${second}\`)`);
  });

  test('they look apart while somebody types, and stand for their ids', async () => {
    const typed = { name: 'hall-3', site: 'twin' };
    const offered = await world.as('manager').complete('subaccount create', typed, 'site');
    expect(offered).toEqual(
      expect.arrayContaining(ids.map((id) => ({ name: `${NAME} · …${id.slice(-8)}`, value: id }))),
    );
    expect(offered).toHaveLength(2);
    const all = await world
      .as('manager')
      .complete('subaccount create', { ...typed, site: '' }, 'site');
    expect(all).toHaveLength(3);
    expect(all.filter(({ name }) => name.includes('…'))).toHaveLength(2);
  });
});

describe('the payment form', () => {
  test('with what is odd but allowed: warned of on the card', async () => {
    const card = await fillIn({
      frequency: 'WEEKLY',
      addresses: `cold | ${COLD} | 60\nhot | ${HOT} | 40`,
    });
    expect(shown(card)).toContain('Payouts are weekly, but no day of the week is given.');
    expect(shown(card)).toContain('[Confirm…]');
    expect(world.writes()).toEqual([]);
  });

  const MISTYPED = `cold | ${COLD.slice(0, -1)}p | 100`;

  test('with an address whose checksum is wrong: refused and recorded', async () => {
    expect(shown(await fillIn({ addresses: MISTYPED }))).toContain(
      'The checksum is wrong for this currency: `bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dp`',
    );
    expect(await world.refusals()).toEqual([
      `ask: Change payment settings, BTC of ${world.elsewhere().subaccount} to ${COLD.slice(0, -1)}p bad-checksum Marek`,
    ]);
    expect(world.writes()).toEqual([]);
  });

  test('with such an address, where an admin lets it pass: warned of, until no longer', async () => {
    await loosen(world, 'setup roles', { checksum: 'warn' });
    const card = await fillIn({ addresses: MISTYPED });
    expect(shown(card)).toContain('⛔ **The checksum is wrong');
    await ask(world.as('admin'), 'setup roles', { checksum: 'refuse' });
    await expect.poll(() => world.card(card)).toContain('It can’t be confirmed now');
    expect(world.card(card)).not.toContain('Confirm…');
    expect(world.writes()).toEqual([]);
  });

  test('with what is in force already is refused: nothing would change', async () => {
    const { subaccount } = world.elsewhere();
    const present = await ask(world.as('manager'), 'payment-settings change', { subaccount });
    const form = await world.as('manager').click(present, idOf(present, 'Fill in'));
    const refused = await (await world.as('manager').submit(form, {})).settled();
    expect(refused.ephemeralFor).not.toBeNull();
    expect(shown(refused)).toMatch(/already lists exactly these settings for `/);
    expect(world.writes()).toEqual([]);
  });

  test('that is refused opens again as it was typed, and needs no second typing', async () => {
    const manager = world.as('manager');
    const wrong = { frequency: 'WEEKLY', day: 'FRIDAY', reason: 'a new wallet' };
    const refused = await fillIn({ ...wrong, addresses: `cold | ${COLD} | 60\nhot | ${HOT} | 30` });
    expect(shown(refused)).toContain('# Allocations don’t add up');
    expect(shown(refused)).toContain('The allocations add up to 90, not 100.');
    const again = await manager.click(refused, idOf(refused, 'Edit again'));
    expect(valuesIn(again.modal)).toEqual({
      frequency: 'WEEKLY',
      day: 'FRIDAY',
      addresses: `cold | ${COLD} | 60\nhot | ${HOT} | 30`,
      reason: 'a new wallet',
    });
    // Untouched fields are submitted too, as in Discord.
    const addresses = `cold | ${COLD} | 60\nhot | ${HOT} | 40`;
    const card = await (await manager.submit(again, { addresses })).settled();
    expect(card.ephemeralFor).toBeNull();
    expect(shown(card)).toContain('weekly on Friday');
    expect(shown(card)).toContain('a new wallet');
    expect(world.writes()).toEqual([]);
  });

  test('that holds the server’s key is refused without being kept', async () => {
    const refused = await fillIn({ addresses: `a | ${COLD} | 100`, reason: world.key });
    expect(shown(refused)).not.toContain('Edit again');
    expect(await world.trail()).toEqual([]);
  });

  test.each([
    ['an unparsable line', `ok | ${COLD} | 50\nnonsense`, 'Line 2 needs three parts'],
    ['a malformed address', `a | not an address! | 50`, 'Line 1 has an address that can’t be one'],
    ['no address', `ok | ${COLD} | 50\n\na | | 50`, 'Line 3 has no address'],
    ['a duplicate address', `a | ${COLD} | 50\nb | ${COLD.toUpperCase()} | 50`, 'Line 2 repeats'],
    ['an allocation that is no number', `a | ${COLD} | half`, 'Line 1 needs an allocation'],
    ['an id', `a | ${HOT} | 50\n12 | a | ${COLD} | 50`, 'Line 2 has four parts'],
    ['an empty id', `| a | ${COLD} | 50`, 'needs three: name | address | allocation'],
  ])('with %s names the line, and asks for nothing', async (_, addresses, words) => {
    const answer = await fillIn({ addresses });
    expect(answer.ephemeralFor).not.toBeNull();
    expect(shown(answer)).toContain(words);
    expect(shown(answer)).toContain('Nothing was sent');
    expect(await world.trail()).toEqual([]);
    expect(world.writes()).toEqual([]);
  });

  describe('of two addresses that the pool has', () => {
    const NEW = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    // oxlint-disable-next-line max-params -- what of the record a test changes
    const listed = (
      ids: readonly [number, number],
      coldName = 'cold store',
      frequency: 'DAILY' | 'WEEKLY' = 'DAILY',
    ) => {
      const { subaccounts, payments } = world.pool.workspaceOf(world.key);
      const [subaccount] = subaccounts;
      if (subaccount === undefined) throw new Error('no subaccount');
      payments.set('BTC', subaccount, {
        payment_frequency: frequency,
        day_of_week: 'UNSPECIFIED',
        addresses: [address(ids[0], coldName, COLD, 60), address(ids[1], 'operations', HOT, 40)],
      });
    };
    beforeEach(() => listed([504, 810]));

    // oxlint-disable-next-line max-params -- a line of a record, in its order
    const address = (id: number, name: string, external: string, share: number) => ({
      address_id: id,
      address_name: name,
      external_address: external,
      revenue_allocation: share,
    });
    const sent = () => world.writes().map(({ body }) => body);
    const body = (...addresses: object[]) => ({
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      addresses,
    });

    async function confirmed(card: LoopbackMessage, typed?: string): Promise<void> {
      const form = await confirm(world, 'second', card);
      if (typed !== undefined) await world.as('second').submit(form, { first: typed });
      await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
      expect(await world.details(card)).toContain('CREATE\\_PAYMENT\\_SETTINGS');
    }

    test('no id is taken from anybody: the old form is refused, swapped ids too', async () => {
      const swapped = `810 | cold store | ${COLD} | 60\n504 | operations | ${HOT} | 40`;
      expect(shown(await fillIn({ addresses: swapped }))).toMatch(/Line 1 has four[^]*Line 2 has/);
      expect(await world.trail()).toEqual([]);
    });

    test('a name with spaces at its ends is marked beside the form and on the card, and kept', async () => {
      listed([504, 810], '  cold store ');
      const { subaccount } = world.elsewhere();
      const options = { subaccount, currency: 'BTC' };
      const present = await ask(world.as('manager'), 'payment-settings change', options);
      const mark = 'Extra spaces in this name: characters 1 to 2 and character 13.';
      expect(shown(present)).toContain(`\`cold store\`: ⚠️ ${mark}`);
      const card = await fillIn({
        addresses: `cold store | ${COLD} | 50\noperations | ${HOT} | 50`,
      });
      expect(shown(card)).toContain(mark);
      await confirmed(card);
      expect(sent()).toEqual([
        body(address(504, '  cold store ', COLD, 50), address(810, 'operations', HOT, 50)),
      ]);
    });

    test('each goes with its own id, whatever the order and the new name, and the card shows it', async () => {
      const card = await fillIn({
        addresses: `operations | ${HOT} | 30\ncold, new name | ${COLD.toUpperCase()} | 70`,
      });
      expect(shown(card)).toContain('**operations** · id 810 · allocation 40 → **30**');
      expect(shown(card)).toContain('**cold, new name** · id 504 · allocation 60 → **70**');
      expect(shown(card)).toContain('none new, **2 kept with another allocation**, none removed');
      await confirmed(card);
      expect(sent()).toStrictEqual([
        body(address(810, 'operations', HOT, 30), address(504, 'cold, new name', COLD, 70)),
      ]);
    });

    test('an address that is overwritten is a new one without an id, and the old one goes', async () => {
      const card = await fillIn({
        addresses: `cold store | ${NEW} | 60\noperations | ${HOT} | 40`,
      });
      expect(shown(card)).toContain('Sent without an id, because it is new.');
      expect(shown(card)).toMatch(/REMOVED address:\s+\*\*cold store\*\* · id 504/);
      expect(shown(card)).not.toContain('Nothing new');
      await confirmed(card, 'v8f3t4');
      const { address_id: _, ...withoutId } = address(0, 'cold store', NEW, 60);
      expect(sent()).toStrictEqual([body(withoutId, address(810, 'operations', HOT, 40))]);
    });

    test('ids that move after the card was shown are drift; what is asked next has the new ones', async () => {
      const card = await fillIn({
        addresses: `cold store | ${COLD} | 50\noperations | ${HOT} | 50`,
      });
      listed([810, 504]);
      await confirm(world, 'second', card);
      await expect.poll(() => world.card(card)).toContain('the pool’s values had changed');
      expect(world.card(card)).toContain('Id of address 1 `504` → `810`');
      expect(sent()).toEqual([]);
      const next = () => world.discord.messages(card.channelId).at(-1) ?? card;
      await expect.poll(() => shown(next())).toContain('**cold store** · id 810 ·');
      await confirmed(next());
      expect(sent()).toStrictEqual([
        body(address(810, 'cold store', COLD, 50), address(504, 'operations', HOT, 50)),
      ]);
    });

    test('the request that Pitboss renews says so first, by whom it was asked, and what changed', async () => {
      const card = await fillIn({
        addresses: `cold store | ${COLD} | 50\noperations | ${HOT} | 50`,
      });
      listed([504, 810], 'cold store', 'WEEKLY');
      await confirm(world, 'second', card);
      await expect.poll(() => world.card(card)).toContain('A new request was made');
      const next = () => world.discord.messages(card.channelId).at(-1) ?? card;
      await expect.poll(() => shown(next())).toContain('Waiting for confirmation');
      // Below the people who are to confirm, and the title.
      expect(shown(next()).split('\n')[2]).toMatch(
        /Replaces an earlier request\*\* \(\[#\d+\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+\)\), requested by <@…> <t:…:f>\. Pitboss renewed it <t:…:f> because the pool’s data had changed/,
      );
      expect(shown(next())).toContain('Payout frequency `"DAILY"` → `"WEEKLY"`');
      expect(shown(next())).toContain('Confirming sets payouts back to daily (now weekly).');
      await confirmed(next());
      expect(sent()).toMatchObject([{ payment_frequency: 'DAILY' }]);
    });

    test('a name that the pool has stays, whatever is in it; a new name like that is refused', async () => {
      listed([504, 810], 'cold\u200B store');
      const refused = await fillIn({
        addresses: `cold\u200B store | ${COLD} | 60\nopera\u202Etions | ${HOT} | 40`,
      });
      expect(shown(refused)).toContain('has invisible characters: U+202E (character 6)');
      const card = await fillIn({
        addresses: `cold\u200B store | ${COLD} | 50\noperations | ${HOT} | 50`,
      });
      expect(shown(card)).toContain('Unusual letters in this name: U+200B (character 5).');
      await confirmed(card);
      expect(sent()).toStrictEqual([
        body(address(504, 'cold\u200B store', COLD, 50), address(810, 'operations', HOT, 50)),
      ]);
    });

    test('half a character, which Discord takes in no form, is refused in words', async () => {
      listed([504, 810], '\ud800x');
      const options = { subaccount: world.elsewhere().subaccount, currency: 'BTC' };
      const answer = await ask(world.as('manager'), 'payment-settings change', options);
      expect(shown(answer)).toContain('hold half a character (a lone surrogate)');
      expect(shown(answer)).not.toContain('Fill in');
    });

    test('a new name that is another address is refused; one with a part of it is pointed out', async () => {
      const refused = await fillIn({ addresses: `${HOT} | ${COLD} | 100` });
      expect(shown(refused)).toContain('which is another address: a reader could take it');
      const card = await fillIn({ addresses: `not ${HOT.slice(0, 10)} | ${COLD} | 100` });
      expect(shown(card)).toContain('⚠️ A name that looks like an address');
      expect(sent()).toEqual([]);
    });

    test('a new name that looks like another one says so', async () => {
      const card = await fillIn({
        addresses: `cold store | ${COLD} | 60\ncold st\u043Ere | ${HOT} | 40`,
      });
      expect(shown(card)).toContain('Unusual letters in this name: U+043E (character 8).');
      expect(shown(card)).toContain('Looks like another name:** `cold store`');
    });
  });
});

describe('who confirms a payment change', () => {
  test('not whoever asked; an approver may, with the right characters only', async () => {
    const approvers = world.guild.addRole('Treasurers');
    await ask(world.as('admin'), 'setup roles', { approver: approvers.id });
    world.people.viewer.roleIds = [approvers.id];
    const card = await fillIn({ addresses: `cold | ${COLD} | 100` });

    const own = await confirm(world, 'manager', card);
    await expect.poll(() => told(own)).toContain('# Second person needed');
    expect(told(own)).toContain('needs a second person');
    expect(own.modal).toBeNull();

    const wrong = await confirm(world, 'viewer', card);
    const typo = await world.as('viewer').submit(wrong, { first: 'wf5mdp' });
    await expect.poll(() => told(typo)).toContain('aren’t the last characters');
    expect(world.writes()).toEqual([]);

    const form = await confirm(world, 'viewer', card);
    await world.as('viewer').submit(form, { first: 'wf5mdq' });
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    expect(world.card(card)).toContain('confirmed by <@…>');
    expect(world.writes()).toHaveLength(1);
    expect(await world.refusals()).toEqual([
      'confirm second-person Marek',
      'confirm wrong-characters Vera',
    ]);
  });
});

describe('/changes', () => {
  test('list turns its pages, newest first, and filters', async () => {
    for (let round = 0; round < 12; round++) {
      const card = await world.askToMove('manager', round % 8);
      await world.as('manager').click(card, idOf(card, 'Cancel'));
      await expect.poll(() => world.card(card)).toContain('· Cancelled');
    }
    const waiting = await world.askToMove();
    const first = await ask(world.as('viewer'), 'changes list');
    expect(shown(first)).toContain('Page 1, more follow');
    expect(shown(first).split('\nCancelled\n')).toHaveLength(7);
    expect(shown(first).indexOf('Waiting')).toBeLessThan(shown(first).indexOf('Cancelled'));
    await world.as('viewer').click(first, idOf(first, 'Next'));
    await expect.poll(() => world.card(first)).toContain('Page 2, the last');
    expect(world.card(first).split('\nCancelled\n')).toHaveLength(7);

    const pending = await ask(world.as('viewer'), 'changes list', { state: 'pending' });
    expect(shown(pending)).toContain('All on this page');
    expect(shown(pending)).not.toContain('Cancelled');
    const none = await ask(world.as('viewer'), 'changes list', { state: 'unknown' });
    expect(shown(none)).toContain('None.');

    const id = idOf(waiting, 'Confirm').split(':')[1] ?? '';
    const shownAgain = await ask(world.as('viewer'), 'changes show', { id });
    // A copy, which can't be clicked and links to the card that is kept up to date.
    expect(shown(shownAgain)).not.toContain('[Confirm]');
    expect(shown(shownAgain)).toContain(`/${waiting.channelId}/${waiting.id})`);
    await confirm(world, 'manager', waiting);
    await expect.poll(() => world.card(waiting)).toContain('Sent once; the pool answered');
    const unknown = await ask(world.as('viewer'), 'changes show', { id: 'nothing' });
    expect(shown(unknown)).toContain('This server has no change `nothing`');
  });

  test('freeze is for managers, unfreeze for admins, and both are refused in words else', async () => {
    const reason = 'a stolen account';
    const card = await world.askToMove();
    expect(shown(await ask(world.as('viewer'), 'changes freeze', { reason }))).toContain(
      'needs a manager role',
    );
    await ask(world.as('manager'), 'changes freeze', { reason });
    for (const command of ['setup show', 'setup check'])
      expect(shown(await ask(world.as('admin'), command))).toMatch(/Changes are frozen\*\* by/);
    await expect.poll(() => world.card(card)).toContain('Changes are frozen');
    expect(world.card(card)).not.toContain('[Confirm]');
    expect(shown(await ask(world.as('manager'), 'changes freeze', { reason }))).toContain(
      'already frozen',
    );
    expect(shown(await ask(world.as('second'), 'changes unfreeze', { reason }))).toContain(
      'needs the Manage Server permission',
    );
    await ask(world.as('admin'), 'changes unfreeze', { reason: 'it was a mistake' });
    await expect.poll(() => world.card(card)).toContain('[Confirm]');
  });

  test('every step reaches the audit channel, with the head of its hash', async () => {
    const audit = [...world.guild.channels.values()].find(({ name }) => name === 'audit');
    await ask(world.as('admin'), 'setup defaults', { audit: audit?.id ?? '' });
    const card = await world.askToMove();
    await confirm(world, 'viewer', card);
    await confirm(world, 'second', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    const posts = () =>
      world.discord
        .messages(audit?.id ?? '')
        .map(shown)
        .join('\n');
    await expect.poll(posts).toContain('got the pool’s answer');
    const entries = await world.trail();
    expect(entries.map(({ step }) => step)).toEqual([
      'asked',
      'refused',
      'confirmed',
      'sent',
      'reported',
    ]);
    for (const { seq, hash } of entries) {
      expect(posts()).toContain(`entry ${seq} · `);
      expect(posts().split(`\`${hash.slice(0, 12)}\``)).toHaveLength(2);
    }
  });
});
