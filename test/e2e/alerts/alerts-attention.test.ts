import { afterAll, beforeAll, describe, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { parseCsv } from '../../support/parse-csv.js';
import { eventually } from '../eventually.js';
import { idOf, shown, valuesOf } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';
import { changeAlerts } from './support/alert-state.js';

const WAITING = { timeout: 15_000, interval: 200 };

describe('/alerts: what people do with alerts', () => {
  let house: World;
  beforeAll(async () => {
    house = await startConnectedWorld({ env: { ALERT_ROUND_SECONDS: '1' } });
  });
  afterAll(() => house.close());

  /** A server with a rule whose condition holds: in every workspace some miners are offline. */
  async function watched() {
    const world = house.neighbour();
    await world.connect();
    await ask(world.as('admin'), 'setup roles', {
      manager: world.people.manager.roleIds[0] ?? '',
    });
    const [, audit] = [...world.guild.channels.values()];
    await ask(world.as('admin'), 'setup defaults', { audit: audit?.id ?? '' });
    await ask(world.as('admin'), 'alerts add', {
      condition: 'offline-miners',
      threshold: '1',
      for: '1 min',
      remind: '0',
    });
    const [only] = await world.as('admin').complete('alerts edit', {}, 'rule');
    const inChannel = () =>
      house.discord
        .messages(world.channelId)
        .filter(({ ephemeralFor, deleted }) => ephemeralFor === null && !deleted);
    const alertsIn = () =>
      inChannel().filter((message) =>
        /# (Firing|Acknowledged|Silenced|Closed)/.test(shown(message)),
      );
    const list = async () =>
      shown(await ask(world.as('manager'), 'alerts list', { private: true }));
    return {
      world,
      rule: String(only?.value),
      inChannel,
      alertsIn,
      list,
      auditTexts: () =>
        house.discord
          .messages(audit?.id ?? '')
          .map(shown)
          .join('\n'),
      press: async (who: 'manager' | 'viewer' | 'second', label: string) => {
        const [message] = alertsIn();
        if (message === undefined) throw new Error('no alert was posted');
        return world.as(who).click(message, idOf(message, label));
      },
      /** Lets the pending period pass. */
      letItFire: async (): Promise<LoopbackMessage> => {
        await eventually(async () => {
          if (!(await list()).includes('1 condition holds')) throw new Error('none holds');
        });
        await changeAlerts(world, (now) => ({
          ...now,
          alerts: now.alerts.map((each) => ({ ...each, since: each.since - 120_000 })),
        }));
        await eventually(() => {
          if (alertsIn().length !== 1) throw new Error('it isn’t told');
        });
        const [message] = alertsIn();
        if (message === undefined) throw new Error('it is gone');
        return message;
      },
    };
  }

  test.concurrent('one is acknowledged by one person, on its message and in the list', async ({
    expect,
  }) => {
    const { world, alertsIn, list, press, letItFire } = await watched();
    await letItFire();
    expect(await list()).toMatch(/# 1 alert open\n• \*\*Firing: .*offline/);
    expect(shown(await (await press('viewer', 'Acknowledge')).settled())).toContain(
      'needs a manager role',
    );
    const pressed = await press('manager', 'Acknowledge');
    const answered = shown(await pressed.settled());
    expect(answered).toMatch(/# You have it\n\*\*.*offline.*\*\* · since <t/);
    expect(answered).toContain('A reply to the message says when it is over.');
    await expect.poll(() => alertsIn().map(shown).join(), WAITING).toContain('# Acknowledged: ');
    expect(await list()).toContain('👤');
    // What an old message still carries.
    const [message] = alertsIn();
    if (message === undefined) throw new Error('it is gone');
    const forged = await world
      .as('second')
      .forge(message, idOf(message, 'Show').replace(/^alert-show:([^:]+).*/, 'alert-ack:$1'));
    expect(shown(await forged.settled())).toContain('has acknowledged this alert already');
  });

  test.concurrent('one whose rule is silenced is acknowledged without the promise of a reply', async ({
    expect,
  }) => {
    const { world, rule, press, letItFire } = await watched();
    await letItFire();
    await ask(world.as('manager'), 'alerts silence', { rule, for: '3h' });
    const answered = shown(await (await press('manager', 'Acknowledge')).settled());
    expect(answered).toContain('if it is over before that, only its message shows it');
    expect(answered).not.toContain('A reply');
  });

  test.concurrent('one of many at once is acknowledged with the promise of one reply for all', async ({
    expect,
  }) => {
    const { world, press, letItFire } = await watched();
    await letItFire();
    await changeAlerts(world, (now) => ({
      ...now,
      storms: [
        {
          id: 'storm-1',
          place: '',
          at: now.alerts[0]?.since ?? 0,
          reminders: 0,
          remindAt: null,
          shown: 0,
          shownAt: 0,
        },
      ],
      alerts: now.alerts.map((each) => ({ ...each, stormId: 'storm-1' })),
    }));
    const answered = shown(await (await press('manager', 'Acknowledge')).settled());
    expect(answered).toContain('A reply says when all that are listed with it are over');
  });

  test.concurrent('one is acknowledged from the list', async ({ expect }) => {
    const { world, list, letItFire } = await watched();
    await letItFire();
    const listed = await ask(world.as('manager'), 'alerts list');
    const menu = idOf(listed, 'Acknowledge an alert');
    const [value = ''] = valuesOf(listed, 'Acknowledge an alert');
    const refused = await world.as('viewer').select(listed, menu, [value]);
    expect(shown(await refused.settled())).toContain('needs a manager role');
    const chosen = await world.as('manager').select(listed, menu, [value]);
    expect(shown(await chosen.settled())).toContain('# You have it');
    expect(await list()).not.toContain('[Acknowledge an alert');
  });

  test.concurrent('its rule is silenced from its message: a choice, or a time with a reason', async ({
    expect,
  }) => {
    const { world, alertsIn, list, auditTexts, press, letItFire } = await watched();
    await letItFire();
    expect(shown(await (await press('viewer', 'Silence')).settled())).toContain(
      'needs a manager role',
    );
    const choices = await (await press('manager', 'Silence')).settled();
    for (const label of ['30 minutes', '2 hours', 'Until tomorrow 08:00']) {
      const done = await world.as('manager').click(choices, idOf(choices, label));
      expect(shown(await done.settled())).toContain('# Silenced');
    }
    const form = await world.as('manager').click(choices, idOf(choices, 'with a reason'));
    const bad = await world.as('manager').submit(form, { for: 'a while', reason: '' });
    expect(shown(await bad.settled())).toContain('`a while` isn’t a time to be silent for');
    const again = await world.as('manager').click(choices, idOf(choices, 'with a reason'));
    const good = await world.as('manager').submit(again, { for: '3h', reason: 'New fans' });
    expect(shown(await good.settled())).toContain('Reason: New fans');
    await expect.poll(() => alertsIn().map(shown).join(), WAITING).toContain('New fans');
    expect(await list()).toContain('New fans');
    // An ordinary rule concerns nobody else.
    expect(auditTexts()).not.toContain('silenced');
  });

  test.concurrent('the command silences one or all, for so long, and ends it', async ({
    expect,
  }) => {
    const { world, rule, list, auditTexts } = await watched();
    const silence = async (options: Record<string, string | boolean>) =>
      shown(await ask(world.as('manager'), 'alerts silence', options));
    expect(await silence({})).toContain('Say for how long');
    expect(await silence({ for: 'long' })).toContain('isn’t a time to be silent for');
    expect(await silence({ rule: 'nope', for: '1h' })).toContain('no rule with the id `nope`');
    expect(await silence({ rule, for: '15d' })).toContain('to 14 days');
    expect(await silence({ for: '2d' })).toContain('for a day at most');
    expect(await silence({ rule: 'elsewhere', for: '25h' })).toContain('for a day at most');
    expect(await silence({ off: true })).toContain('Nothing is silenced there');
    expect(await silence({ rule, for: '3d', reason: 'Firmware' })).toContain('Reason: Firmware');
    expect(await list()).toMatch(/🔕 Rule `.{5}` silenced until .*: Firmware/);
    expect(await silence({ rule, off: true })).toContain('told again from now on');
    expect(await list()).not.toContain('🔕');
    expect(shown(await ask(world.as('viewer'), 'alerts silence', { for: '1h' }))).toContain(
      'needs a manager role',
    );
    expect(auditTexts()).not.toContain('silence');
  });

  test.concurrent('nobody changes how changes made elsewhere are told without the audit channel being told', async ({
    expect,
  }) => {
    const { world, auditTexts } = await watched();
    const admin = async (path: string, options: Record<string, string>) =>
      shown(await ask(world.as('admin'), path, options));
    const heard = () => auditTexts().split('# Changes made elsewhere: told differently').length - 1;
    const quiet = { severity: 'info', remind: '0' };
    await admin('alerts channel', { channel: world.channelId });
    expect(heard()).toBe(1);
    await admin('alerts add', { condition: 'changed-elsewhere', ...quiet });
    expect(heard()).toBe(2);
    expect(auditTexts()).toMatch(
      /are told: posted as information in <#.+>, no mention, no reminder/,
    );
    const choices = await world.as('admin').complete('alerts edit', {}, 'rule');
    const id = String(choices.find(({ name }) => /elsewhere/i.test(name))?.value);
    await admin('alerts edit', { rule: id, severity: 'warning' });
    expect(heard()).toBe(3);
    const [, audit] = [...world.guild.channels.values()];
    house.discord.faults.ofChannels.set(audit?.id ?? '', '500');
    expect(await admin('alerts edit', { rule: id, severity: 'info' })).toContain(
      'nothing was changed. Try again',
    );
    house.discord.faults.ofChannels.delete(audit?.id ?? '');
    // The rule has no channel of its own, so it goes where the server's alerts go.
    await admin('alerts channel', { channel: audit?.id ?? '' });
    expect(heard()).toBe(4);
    await admin('alerts channel', { channel: audit?.id ?? '' });
    expect(heard()).toBe(4);
    const question = await ask(world.as('admin'), 'alerts remove', { rule: id });
    await (await world.as('admin').click(question, idOf(question, 'Remove'))).settled();
    await expect.poll(heard).toBe(5);
    expect(auditTexts()).toMatch(/posted as critical in <#.+>, no mention, reminder after 1 h/);
  });

  test.concurrent('nobody silences changes made elsewhere without the audit channel being told', async ({
    expect,
  }) => {
    const { world, list, auditTexts } = await watched();
    const silence = async (options: Record<string, string | boolean>) =>
      shown(await ask(world.as('manager'), 'alerts silence', options));
    expect(await silence({ rule: 'elsewhere', for: '1d' })).toContain('The audit channel was told');
    expect(auditTexts()).toContain('# Changes made elsewhere: silenced');
    expect(await silence({ for: '2h', reason: 'Works' })).toContain('The audit channel was told');
    expect(auditTexts()).toContain('all alerts, among them changes');
    await silence({ off: true });
    const [, audit] = [...world.guild.channels.values()];
    house.discord.faults.ofChannels.set(audit?.id ?? '', '500');
    expect(await silence({ for: '2h' })).toContain('nothing was changed. Try again');
    expect(await list()).not.toContain('All rules silenced');
    house.discord.faults.ofChannels.delete(audit?.id ?? '');
    audit?.missing.add('SendMessages');
    expect(await silence({ for: '2h' })).toContain('can’t post');
    expect(await list()).not.toContain('All rules silenced');
  });

  test.concurrent('a removed rule closes its alert, and the message says so; then it is in the history', async ({
    expect,
  }) => {
    const { world, rule, inChannel, alertsIn, list, letItFire } = await watched();
    await letItFire();
    const question = await ask(world.as('admin'), 'alerts remove', { rule });
    await (await world.as('admin').click(question, idOf(question, 'Remove'))).settled();
    await expect.poll(() => alertsIn().map(shown).join(), WAITING).toContain('# Closed: ');
    await expect
      .poll(list, WAITING)
      .toMatch(/No alerts firing[^]*Ended in the last 30 days: 1 alert/);
    const file = await ask(world.as('viewer'), 'alerts export');
    const [attached] = file.attachments;
    const rows = parseCsv(attached?.data ?? new Uint8Array());
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain('offline-miners');
    const old = inChannel().find((message) => shown(message).includes('# Closed'));
    if (old === undefined) throw new Error('it is gone');
    const pressed = await world.as('manager').click(old, idOf(old, 'Show'));
    expect(shown(await pressed.settled())).toContain('Nothing to do here');
    const daily = shown(await ask(world.as('admin'), 'daily now'));
    expect(daily).toContain('Alerts of the last 24 hours: **1**, none is open now');
  });

  test.concurrent('one that the store lost with an older copy can’t be acknowledged, and that is said', async ({
    expect,
  }) => {
    const { world, press, letItFire } = await watched();
    await letItFire();
    // As in a backup of before it began.
    await changeAlerts(world, (now) => ({ ...now, alerts: [], tells: [] }));
    expect(shown(await (await press('manager', 'Acknowledge')).settled())).toContain(
      'lost when an older copy of the bot’s store was put back',
    );
  });

  test.concurrent('one whose server’s key is deleted is closed, and its message says so', async ({
    expect,
  }) => {
    const { world, alertsIn, letItFire } = await watched();
    await letItFire();
    const question = await ask(world.as('admin'), 'setup disconnect');
    await (await world.as('admin').click(question, idOf(question, 'Delete key'))).settled();
    const [message] = alertsIn();
    expect(message && shown(message)).toMatch(
      /# Closed: [^]*The API key was deleted, so whether this ended isn’t known/,
    );
    expect(message && shown(message)).not.toContain('[Acknowledge]');
  });

  test.concurrent('the file has none at first', async ({ expect }) => {
    const { world } = await watched();
    expect(shown(await ask(world.as('viewer'), 'alerts export'))).toContain('No alert has ended');
    expect(shown(await ask(world.as('admin'), 'daily now'))).toContain(
      'Alerts of the last 24 hours: none',
    );
    expect(house.discord.refusals).toEqual([]);
  });

  test('what it is about is shown to who presses, also after a restart', async ({ expect }) => {
    const { press, letItFire } = await watched();
    await letItFire();
    await house.bot.stop();
    await house.start();
    const outcome = await press('viewer', 'Show');
    expect(shown(await outcome.settled())).toMatch(/only you can see this\)\n# Miners[^]*offline/i);
  });
});
