import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loosen } from '../changes/change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

describe('/setup', () => {
  let house: World;
  let world: World;
  beforeAll(async () => {
    house = await startWorld();
    await house.start();
  });
  beforeEach(() => {
    world = house.neighbour();
  });
  afterAll(() => house.close());

  test('without a key, reading says what to do', async () => {
    const message = await ask(world.as('viewer'), 'summary');
    expect(shown(message)).toMatchInlineSnapshot(`
      "(only you can see this)
      # No pool workspace connected
      No pool workspace is connected to this server. An admin (Manage Server) connects one with \`/setup key\`."
    `);
  });

  test('key: tried, sealed, and used from then on', async () => {
    expect(shown(await world.connect())).toMatchInlineSnapshot(`
      "(only you can see this)
      # Connected
      The pool accepted the key ending in \`….\`. It is stored encrypted for this server.
      It sees **12 subaccounts** at **4 sites**.
      Next: set who may do what with \`/setup roles\`, then try \`/summary\`.
      To be told in this channel when something is wrong, press *Suggested alerts*. For other channels and rules: \`/alerts add\`.
      -# This bot’s operator can read the keys it keeps. Give it a key with no more rights than it needs.
      [Suggested alerts]"
    `);
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toMatchInlineSnapshot(`
      "(only you can see this)
      # Settings of this server
      API key ending in \`….\`, connected <t:…:f> by <@…>

      **Currency:** BTC
      **Time zone:** \`UTC\`
      **Figures of:** all sites, all subaccounts
      **May read:** everyone who may use the commands
      **May request and confirm changes:** members with Manage Server
      **May confirm, but not request:** nobody else
      **Payment changes:** need a second person; the requester can’t confirm
      **Other changes:** the requester can confirm
      **New address with a wrong checksum:** refused
      **How long changes wait:** payment changes 1 day, other changes 15 min (this bot’s default)
      **Pinged for a second person:** nobody; \`/setup roles\` sets a role with its option \`ping\`
      **Audit channel:** none
      **Alerts:** no rule is set; \`/alerts add\` sets one"
    `);
  });

  test.each([
    ['one the pool refuses', 'not-the-right-key', /# The pool refused this key/],
    ['one with a space', 'two words-here', /# Not an API key/],
    ['one with an accent', 'clé-secrète-1234', /# Not an API key/],
  ])('key: %s is not saved', async (_name, key, sentence) => {
    expect(shown(await world.connect(key))).toMatch(sentence);
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('No API key connected');
  });

  test('key: one that worked a moment ago is tried again', async () => {
    const there = world.neighbour();
    expect(shown(await there.connect())).toContain('# Connected');
    world.pool.revoke(there.key);
    expect(shown(await there.connect())).toContain('# The pool refused this key');
  });

  test('key: a pool that is down saves nothing and keeps the one before', async () => {
    await world.connect();
    world.pool.faults.always = 'reset';
    expect(shown(await world.connect('another-key-1234'))).toMatch(/couldn’t be tested/);
    world.pool.faults.always = null;
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  });

  test.each(['setup show', 'setup key', 'setup check', 'setup disconnect', 'setup defaults'])(
    '/%s is for admins',
    async (path) => {
      const message = await ask(world.as('manager'), path);
      expect(message.ephemeralFor).toBe(world.people.manager.id);
      expect(shown(message)).toMatch(/Manage Server/);
    },
  );

  test('defaults: what later commands take', async () => {
    await world.connect();
    const saved = await ask(world.as('admin'), 'setup defaults', {
      currency: 'LTC_DOGE',
      timezone: 'America/Chicago',
    });
    expect(shown(saved)).toContain('**Currency:** LTC + DOGE');
    expect(shown(saved)).toContain('`America/Chicago`');
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('Pool summary · LTC + DOGE');
  });

  test('defaults: a zone and a site that do not exist are named', async () => {
    await world.connect();
    const zone = await ask(world.as('admin'), 'setup defaults', { timezone: 'Mars/Olympus' });
    expect(shown(zone)).toMatch(/`Mars\/Olympus` isn’t a known time zone/);
    const site = await ask(world.as('admin'), 'setup defaults', { site: 'Atlantis' });
    expect(shown(site)).toMatch(/no site called `Atlantis`.*Known sites:/);
    const both = await ask(world.as('admin'), 'setup defaults', { site: 'x', subaccounts: 'y' });
    expect(shown(both)).toMatch(/subaccounts or a site, not both/);
  });

  test('defaults: names that the pool does not list, none at all, and set with clear', async () => {
    await world.connect();
    const refusals = [
      [{ subaccounts: 'atlantis' }, 'The pool lists no subaccount called `atlantis`'],
      [{ subaccounts: ',' }, 'No subaccount is named there'],
      [{ site: 'x', clear: 'site' }, 'Set `site` or clear it, not both'],
    ] as const;
    for (const [options, sentence] of refusals)
      expect(shown(await ask(world.as('admin'), 'setup defaults', options))).toContain(sentence);
    expect(shown(await ask(world.as('admin'), 'setup show'))).not.toContain('atlantis');
  });

  test('roles: who may read and ask for changes', async () => {
    await world.connect();
    const [role] = world.people.manager.roleIds;
    const saved = await ask(world.as('admin'), 'setup roles', { viewer: role ?? '' });
    expect(shown(saved)).toContain(`**May read:** <@&${role}>`);
    expect(saved.pinged).toEqual([]);
    expect(shown(await ask(world.as('manager'), 'summary'))).toContain('# Pool summary');
    const refused = await ask(world.as('viewer'), 'summary');
    expect(shown(refused)).not.toContain('# Pool summary');
    expect(refused.ephemeralFor).toBe(world.people.viewer.id);
  });

  test('roles: one that is added and removed at once is refused, and nothing is changed', async () => {
    const [role = ''] = world.people.manager.roleIds;
    const before = shown(await ask(world.as('admin'), 'setup show'));
    const options = { manager: role, remove: role, payments: 'self' };
    const refused = shown(await ask(world.as('admin'), 'setup roles', options));
    expect(refused).toContain('Add a role or `remove` it, not both. Nothing was changed.');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toBe(before);
  });

  test('check: every read is tried and nothing changed', async () => {
    await world.connect();
    const before = world.pool.requests.length;
    expect(shown(await ask(world.as('admin'), 'setup check'))).toMatchInlineSnapshot(`
      "(only you can see this)
      # 1 warning, 18 ok, 5 not checked
      ⚠️ warning · **Alerts that are always on** · changes made elsewhere and a pool that can’t be read are posted nowhere; only \`/alerts list\` and \`/summary\` show them. \`/alerts channel\` sets a channel
      ✅ ok · **API key** · the key ending in \`….\` is stored encrypted and can be decrypted
      ✅ ok · **Summary**, **Revenue**, **Developer fee**, **Subaccounts**, **Payment settings**, **Derivatives contracts**, **Derivatives payments**, **Derivatives payments (earlier version)**, **Derivatives positions**, **Derivatives balances** and **Miners** · answered and readable
      ✅ ok · **This channel** · the bot may post cards and files here
      ✅ ok · **Audit trail** · Audit trail intact (1 entry).
      ✅ ok · **Changes** · not frozen; no change has an unknown outcome
      ✅ ok · **Rules** · no rule change is waiting
      ✅ ok · **Clock** · within a second of Discord’s
      ✅ ok · **Store** · saves what it is given
      ➖ not checked · **Derivatives contract** · the pool’s list gives no ids, so this is checked once somebody uses \`/derivatives contract\`
      ➖ not checked · **Fleet action** · the pool can’t list fleet actions, so this is checked once somebody uses \`/action status\`
      ➖ not checked · **Audit channel** · none is set; \`/setup defaults\` sets one
      ➖ not checked · **Daily post** · none is set; \`/daily set\` sets one
      ➖ not checked · **Alerts** · no rule is set; \`/alerts add\` sets one
      -- Checked"
    `);
    const methods = world.pool.requests.slice(before).map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  test('check: what is said of two versions follows what both answered', async () => {
    await world.connect();
    const check = async (path: string) => {
      world.pool.faults.only = (request) => request.path.includes(path);
      world.pool.faults.always = 404;
      const text = shown(await ask(world.as('admin'), 'setup check'));
      world.pool.faults.always = null;
      world.pool.faults.only = null;
      return text.split('\n').filter((line) => line.includes('Derivatives payments'));
    };
    expect(await check('/v2/derivatives/payments')).toEqual([
      expect.stringMatching(/^✅ ok · .*\*\*Derivatives payments \(earlier version\)\*\*/),
      '➖ not checked · **Derivatives payments** · this pool doesn’t offer this version (404); the other one is used',
    ]);
    expect(await check('/derivatives/payments')).toEqual([
      '❌ failed · **Derivatives payments** and **Derivatives payments (earlier version)** · this pool offers neither version (404), so `/derivatives payments` can show nothing',
    ]);
  });

  test('check: an audit channel that cannot be told; and no such channel is taken', async () => {
    const [, audit = ''] = world.guild.channels.keys();
    const channel = world.guild.channels.get(audit);
    await ask(world.as('admin'), 'setup defaults', { audit });
    const check = async () =>
      shown(await ask(world.as('admin'), 'setup check'))
        .split('\n')
        .find((line) => line.includes('Audit channel'));
    expect(await check()).toBe(
      `✅ ok · **Audit channel** · <#${audit}>: the bot may post cards and files there`,
    );
    channel?.missing.add('SendMessages');
    expect(await check()).toMatch(/^❌ failed · .* the bot lacks: Send Messages\./);
    await loosen(world, 'setup defaults', { audit: world.channelId });
    const again = shown(await ask(world.as('admin'), 'setup defaults', { audit }));
    expect(again).toContain(`The bot can’t post in <#${audit}>: it lacks Send Messages.`);
    const settings = async () => shown(await ask(world.as('admin'), 'setup show'));
    await expect.poll(settings).toContain(`**Audit channel:** <#${world.channelId}>`);
    channel?.missing.clear();
  });

  test('check: tries a fleet action that was asked for here', async () => {
    await world.connect();
    const [id = ''] = world.pool.workspaceOf(world.key).fleetActions.ids;
    await ask(world.as('admin'), 'action status', { id });
    expect(shown(await ask(world.as('admin'), 'setup check'))).toMatch(
      /^✅ ok · .*\*\*Fleet action\*\* · answered/m,
    );
  });

  test('check: a pool that fails every read alike fails in one line, which comes first', async () => {
    await world.connect();
    // What was read a moment ago says nothing about the pool's present state.
    expect(shown(await ask(world.as('admin'), 'setup check'))).toContain('1 warning, 18 ok');
    world.pool.faults.always = 503;
    const text = shown(await ask(world.as('admin'), 'setup check'));
    world.pool.faults.always = null;
    const [, title, first] = text.split('\n');
    expect(title).toMatch(/^# 11 failed, 1 warning, \d+ ok, \d+ not checked$/);
    expect(first).toMatch(/^❌ failed · \*\*Summary\*\*, .* and \*\*Miners\*\* · The pool failed/);
    expect(text.match(/❌/g)).toHaveLength(1);
  });

  test('check: why no contract was tried, where the list of them did not come', async () => {
    await world.connect();
    const check = async () =>
      shown(await ask(world.as('admin'), 'setup check'))
        .split('\n')
        .find((line) => line.includes('**Derivatives contract**'));
    world.pool.faults.only = ({ path }) => path.includes('/derivatives/contracts/');
    world.pool.faults.always = 500;
    expect(await check()).toMatch(/^➖ not checked .* · The pool failed on its side \(500\)/);
    world.pool.faults.always = null;
    world.pool.faults.only = null;
    world.pool.deviations.add('null-lists');
    const neighbour = world.neighbour();
    await neighbour.connect();
    const text = shown(await ask(neighbour.as('admin'), 'setup check'));
    world.pool.deviations.clear();
    expect(text).toMatch(
      /^➖ not checked · \*\*Derivatives contract\*\* · The pool gave no list\.$/m,
    );
  });

  test('disconnect: asks, keeps, deletes', async () => {
    await world.connect();
    const question = await ask(world.as('admin'), 'setup disconnect');
    expect(shown(question)).toContain('kept figures are deleted too');
    const kept = await settledOf(world.as('admin').click(question, idOf(question, 'Keep')));
    expect(shown(kept)).toContain('Nothing was deleted');
    const again = await ask(world.as('admin'), 'setup disconnect');
    const gone = await settledOf(world.as('admin').click(again, idOf(again, 'Delete')));
    expect(shown(gone)).toContain('are deleted');
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('No pool workspace');
  });

  test('disconnect: deletes the key that was asked about, and none that was connected since', async () => {
    await world.connect();
    const question = await ask(world.as('admin'), 'setup disconnect');
    await world.connect(world.pool.addWorkspace({ seed: 9 }).key);
    const tell = async (customId: string) =>
      shown(await settledOf(world.as('admin').forge(question, customId)));
    const asked = idOf(question, 'Delete');
    expect(await tell(asked)).toContain('Another API key was connected since you were asked');
    // As earlier versions drew it, without the time of its key.
    expect(await tell(asked.replace(/:\d+$/, ''))).toContain('out of date, so nothing was done');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('API key ending in');
  });
});
