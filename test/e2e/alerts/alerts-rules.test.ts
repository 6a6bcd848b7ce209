import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';

/** Replaces whatever differs from run to run. */
function said(message: LoopbackMessage): string {
  return shown(message)
    .replaceAll(/<#\d+>/g, '<#…>')
    .replaceAll(/<@&\d+>/g, '<@&…>')
    .replaceAll(/(id |rule:)(`?)[2-9a-z]{5}\b/g, '$1$2…');
}

describe('/alerts: the rules', () => {
  let house: World;
  let world: World;
  beforeAll(async () => {
    // Rarely, so that no reading comes between two commands.
    house = await startConnectedWorld({ env: { ALERT_ROUND_SECONDS: '600' } });
  });
  beforeEach(async () => {
    world = house.neighbour();
    await world.connect();
  });
  afterAll(() => house.close());

  const channels = () => [...world.guild.channels.values()];
  const add = (options: Record<string, string> = {}) =>
    ask(world.as('admin'), 'alerts add', { condition: 'hashrate', ...options });
  const rules = () => ask(world.as('viewer'), 'alerts rules');
  async function firstRule(): Promise<string> {
    const [first] = await world.as('admin').complete('alerts edit', {}, 'rule');
    return String(first?.value);
  }

  test('is added with what is usual, and listed in words', async () => {
    expect(said(await add())).toMatchInlineSnapshot(`
      "(only you can see this)
      # Alert rule added
      **Hashrate under 80 % of its 24-hour rate** for 10 min · BTC: posted as a warning in <#…>, no mention, reminder after 1 h.
      Checked about every 10 minutes from now on. It can fire after 10 min.
      -# id \`…\` · \`/alerts test rule:…\` shows what its message will look like."
    `);
    expect(said(await rules())).toMatchInlineSnapshot(`
      "# Alert rules: 1 of 25
      A rule without a channel of its own isn’t posted yet: \`/alerts channel\` sets one for all of them.

      **Changes made elsewhere**
      🟢 not firing
      -# \`elsewhere\`, always on · posted as critical in the audit channel, if one is set, no mention, reminder after 1 h

      **The pool can’t be read** for 10 min
      🟢 not firing
      -# \`pool\`, always on · posted as a warning in the audit channel, if one is set, no mention, no reminder

      **Hashrate under 80 % of its 24-hour rate** for 10 min · BTC
      🟢 not firing
      -# id \`…\` · posted as a warning in <#…>, no mention, reminder after 1 h"
    `);
  });

  test('takes all that can be said of a rule', async () => {
    const role = world.guild.addRole('On call');
    const [, audit] = channels();
    const site = (await world.as('admin').complete('alerts add', {}, 'site'))[0];
    const text = said(
      await add({
        condition: 'offline-miners',
        threshold: '12 miners',
        for: '1h',
        margin: '3',
        site: String(site?.value),
        channel: audit?.id ?? '',
        role: role.id,
        severity: 'critical',
        remind: '30',
      }),
    );
    expect(text).toContain('Offline miners 12 or more** for 1 h');
    expect(text).toContain(`Site: **${String(site?.name)}**`);
    expect(text).toContain('posted as critical in <#…>, mentions <@&…>, reminder after 30 min');
  });

  test.each([
    [{ threshold: 'low' }, '`low` isn’t a threshold here', '`80 %` (1 to 100 %) or `2.5 PH/s`'],
    [{ threshold: '80' }, '`80` has no unit, and could mean two things', '`80 %`'],
    [{ threshold: '2,5 PH/s' }, 'no commas', 'Nothing was changed'],
    [{ threshold: '101%' }, 'out of bounds', '1 to 100 %'],
    [{ condition: 'offline-miners', threshold: '0' }, 'out of bounds', '1 to 10,000 miners'],
    [{ condition: 'temperature', threshold: '185 F' }, 'isn’t a threshold', '1 to 150 °C'],
    [{ condition: 'efficiency', threshold: '99%' }, 'might never end', 'smaller margin'],
    [{ condition: 'contracts', threshold: '5' }, 'has no threshold', 'Leave `threshold`'],
    [{ condition: 'contracts', for: '5' }, 'leave `for` out', 'Nothing was changed'],
    [{ condition: 'revenue', for: '1h' }, 'judged once a day', 'Nothing was changed'],
    [{ for: 'soon' }, '`soon` isn’t a time', 'from 1 min to 1 day'],
    [{ for: '2d' }, '`2d` isn’t a time', 'from 1 min to 1 day'],
    [{ remind: '1 min' }, 'isn’t a time for reminders', 'from 5 min to 1 day, or `0` for none'],
    [{ margin: 'much' }, '`much` isn’t a margin', 'Nothing was changed'],
    [{ currency: 'USD' }, '`USD` doesn’t fit', 'takes `BTC`, `LTC_DOGE`'],
    [{ condition: 'temperature', currency: 'BTC' }, 'isn’t about a currency', 'leave `currency`'],
    [{ condition: 'temperature', subaccounts: 'a' }, 'but not of subaccounts', 'Nothing'],
    [{ condition: 'margin', site: 'North' }, 'is about the whole workspace', 'Nothing'],
    [{ site: 'Atlantis' }, 'There is no site called `Atlantis`', 'Known sites'],
    [{ subaccounts: 'nobody' }, 'lists no subaccount called `nobody`', 'Nothing was changed'],
    [{ condition: 'margin', threshold: '5 USD', currency: 'BTC' }, '`BTC` doesn’t fit', '`USD`'],
  ])('refuses %o in words', async (options, why, instead) => {
    const text = shown(await add(options));
    expect(text).toContain(why);
    expect(text).toContain(instead);
    expect(shown(await rules())).toContain('Alert rules: 0 of 25');
  });

  test('refuses a channel where it may not post, and a role whose mention nobody would see', async () => {
    const [here, there] = channels();
    const quiet = world.guild.addRole('Quiet', false);
    expect(shown(await add({ role: world.guild.id }))).toContain('@everyone can’t be mentioned');
    here?.missing.add('MentionEveryone');
    expect(shown(await add({ role: quiet.id }))).toContain('would notify nobody');
    // There it may mention every role.
    expect(shown(await add({ role: quiet.id, channel: there?.id ?? '' }))).toContain('added');
    here?.missing.add('EmbedLinks');
    expect(shown(await add())).toContain('it lacks Embed Links');
    expect(shown(await rules())).toContain('Alert rules: 1 of 25');
  });

  test('only admins make rules, and only with a pool', async () => {
    for (const [path, options] of [
      ['alerts add', { condition: 'hashrate' }],
      ['alerts edit', { rule: 'x' }],
      ['alerts remove', { rule: 'x' }],
      ['alerts channel', {}],
      ['alerts test', { rule: 'pool' }],
    ] as const)
      expect(shown(await ask(world.as('manager'), path, options))).toContain('Manage Server');
    const bare = house.neighbour();
    const answer = await ask(bare.as('admin'), 'alerts add', { condition: 'hashrate' });
    expect(shown(answer)).toContain('No pool workspace is connected');
  });

  test('has 25 rules at most', async () => {
    await ask(world.as('admin'), 'alerts channel');
    for (let count = 0; count < 25; count++)
      expect(shown(await add({ threshold: `${50 + count}%` }))).toContain('Alert rule added');
    expect(shown(await add())).toContain('already has 25 rules');
    expect(shown(await rules())).toContain('Alert rules: 25 of 25');
  });

  test('is changed by what is given, and removed after a question', async () => {
    const role = world.guild.addRole('On call');
    await add({ role: role.id });
    const rule = await firstRule();
    const edit = (options: Record<string, string>) =>
      ask(world.as('admin'), 'alerts edit', { rule, ...options });
    expect(shown(await edit({}))).toContain('Say what should be different');
    const changed = said(await edit({ threshold: '2.5 PH/s', remind: '0' }));
    expect(changed).toContain('Hashrate under 2.500 PH/s');
    expect(changed).toContain('mentions <@&…>, no reminder');
    expect(said(await edit({ clear: 'role' }))).toContain('no mention');
    expect(shown(await edit({ threshold: 'x' }))).toContain('isn’t a threshold');
    for (const path of ['alerts edit', 'alerts remove'])
      expect(shown(await ask(world.as('admin'), path, { rule: 'nope' }))).toContain(
        'There is no rule with the id `nope`',
      );
    expect(shown(await ask(world.as('admin'), 'alerts remove', { rule: 'pool' }))).toContain(
      'always on',
    );
    const question = () => ask(world.as('admin'), 'alerts remove', { rule });
    const press = async (message: LoopbackMessage, label: string) =>
      (await world.as('admin').click(message, idOf(message, label))).settled();
    const [first, second] = [await question(), await question()];
    expect(shown(await press(await question(), 'Keep'))).toContain('Nothing was removed');
    expect(shown(await rules())).toContain(rule);
    expect(shown(await press(first, 'Remove'))).toContain('Alert rule removed');
    expect(shown(await rules())).not.toContain(rule);
    expect(shown(await press(second, 'Remove'))).toContain('There is no rule with the id');
  });

  test('the audit channel, where they go unless told otherwise: /setup check says if it is gone', async () => {
    const there = world.neighbour({ sites: 1, subaccounts: 1, miners: 2, days: 1 });
    await there.connect();
    const audit = [...there.guild.channels.values()].find(({ name }) => name === 'audit')?.id ?? '';
    await ask(there.as('admin'), 'setup defaults', { audit });
    const checked = async () => shown(await ask(there.as('admin'), 'setup check'));
    expect(await checked()).toMatch(/ok · \*\*Alerts that are always on\*\* · told in/);
    there.discord.deleteChannel(audit);
    expect(await checked()).toMatch(/failed · .*\*\*Alerts that are always on\*\*/);
  });

  test('a channel for all of them: rules added from then on follow it', async () => {
    const [, audit] = channels();
    const set = { channel: audit?.id ?? '', role: world.guild.addRole('On call').id };
    expect(shown(await ask(world.as('admin'), 'alerts channel', set))).toContain(
      'Alert channel set',
    );
    expect(shown(await add())).toContain(`in <#${set.channel}>`);
    const text = shown(await rules());
    expect(text).toContain(`mentioning <@&${set.role}>`);
    expect(text).toContain('`pool`, always on');
    await ask(world.as('admin'), 'alerts channel', { channel: world.channelId });
    expect(shown(await rules())).not.toContain(`<#${set.channel}>`);
  });

  test.each([
    'hashrate',
    'active-miners',
    'efficiency',
    'temperature',
    'revenue',
    'margin',
    'contracts',
    'approval-waiting',
    'offline-miners',
    'failing-miners',
    'changed-elsewhere',
    'pool',
  ])(
    'a test of %s shows the message, says that it is made up, and mentions nobody',
    async (condition) => {
      await add({ condition, role: world.guild.addRole('On call').id });
      const rule = await firstRule();
      const text = shown(await ask(world.as('admin'), 'alerts test', { rule }));
      expect(text).toContain('# Test · ');
      expect(text).toContain('its figures are made up');
      expect(text).not.toContain('not given');
      await ask(world.as('admin'), 'alerts test', { rule, post: true });
      const posted = house.discord
        .messages(world.channelId)
        .filter(({ ephemeralFor }) => ephemeralFor === null);
      expect(posted.map(({ pinged }) => pinged)).toEqual([[]]);
      expect(posted.map(shown).join()).toContain('# Test · ');
    },
  );

  test('usual ones are offered in the list while there are none, to those who may add them', async () => {
    const list = (name: 'admin' | 'viewer') =>
      ask(world.as(name), 'alerts rules', { private: true });
    const offered = await list('admin');
    expect(shown(offered)).toContain('Press *Suggested alerts* for the usual ones');
    const toViewer = shown(await list('viewer'));
    expect(toViewer).toContain('`/alerts add` makes one');
    expect(toViewer).not.toContain('Suggested alerts');
    await (await world.as('admin').click(offered, idOf(offered, 'Suggested alerts'))).settled();
    const added = shown(await list('admin'));
    expect(added).toContain('# Alert rules: 5 of 25');
    expect(added).not.toContain('Suggested alerts');
  });

  test('/setup: offered after the key, told of, checked', async () => {
    const fresh = house.neighbour();
    const saved = await fresh.connect();
    expect(shown(saved)).toContain('[Suggested alerts]');
    const press = async () =>
      (await fresh.as('admin').click(saved, idOf(saved, 'Suggested alerts'))).settled();
    expect(said(await press())).toMatchInlineSnapshot(`
      "(only you can see this)
      # 5 alert rules added
      • **Hashrate under 80 % of its 24-hour rate** for 10 min · BTC
      • **Offline miners 89 or more** for 10 min
      • **Failing miners 220 or more** for 10 min
      • **Hottest miner 85 °C or more** for 5 min
      • **Revenue of a day under 70 % of the average of the seven days before** · BTC
      They are checked every minute from now on. Each is posted as a warning in <#…>, no mention, reminder after 1 h.
      Choose a role for each to mention: \`/alerts edit\` with \`role:\`. \`/alerts rules\` lists them."
    `);
    expect(shown(await press())).toContain('has alert rules already');
    expect(shown(await fresh.connect())).not.toContain('Suggested alerts');
    expect(shown(await ask(fresh.as('admin'), 'setup show'))).toContain('**Alerts:** 5 rules');
    expect(shown(await ask(fresh.as('admin'), 'setup check'))).toContain(
      'Hashrate under 80 % of its 24-hour rate',
    );
    [...fresh.guild.channels.values()][0]?.missing.add('SendMessages');
    expect(shown(await ask(fresh.as('admin'), 'setup check'))).toMatch(
      /failed · .*Hashrate under 80 % .*the bot lacks: Send Messages/,
    );
  });

  test('the help has them', async () => {
    expect(shown(await ask(world.as('admin'), 'help', { command: 'alerts add' }))).toContain(
      'condition:offline-miners threshold:12',
    );
    expect(house.discord.refusals).toEqual([]);
  });
});
