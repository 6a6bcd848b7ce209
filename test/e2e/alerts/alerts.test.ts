import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf } from '../world.js';
import { RATE, startAlertHouse, type AlertHouse } from './support/alert-world.js';

const MINUTE = 60_000;

/**
 * Through the front door, at a minute per quarter of a second. Two installations at once, each with
 * a clock of its own: most of it is waiting.
 */
const besideTheOther = { timeout: 60_000, concurrent: true };

describe('an alert', besideTheOther, () => {
  describe.sequential('by its rule and its silence', () => {
    let house: AlertHouse;
    beforeAll(async () => {
      house = await startAlertHouse();
    });
    afterAll(() => house.close());

    test('fires after its period and not before, and resolves with one reply', async () => {
      const server = await house.server();
      const role = server.world.guild.addRole('On call');
      await server.setRules({ ...RATE, roleId: role.id });
      await house.passMinutes(2);
      server.console.setPower(server.largestSite, false);
      const out = house.days.now();
      await house.passMinutes(8);
      expect(server.posts()).toEqual([]);
      await house.passMinutesUntil(() => server.posts().length > 0, 8);
      const [firing] = server.posts();
      expect((firing?.createdAt ?? 0) - out).toBeGreaterThanOrEqual(10 * MINUTE);
      expect(firing?.pinged).toEqual([role.id]);
      expect(firing && shown(firing)).toMatch(/# Firing: Hashrate/s);

      server.console.setPower(server.largestSite, true);
      await house.passMinutesUntil(() => server.posts().length > 1, 12);
      await house.passMinutes(3);
      const [edited, ...replies] = server.posts();
      expect(edited && shown(edited)).toContain('# Resolved');
      expect(edited?.id).toBe(firing?.id);
      expect(replies.map(({ repliesTo, pinged }) => [repliesTo, pinged])).toEqual([
        [firing?.id, []],
      ]);
    });

    test('keeps the terms by which it fired when its rule is edited', async () => {
      const server = await house.server();
      const { world } = server;
      await server.setRules({ ...RATE, forMinutes: 1 });
      await house.passMinutes(1);
      server.console.setPower(server.largestSite, false);
      await house.passMinutesUntil(() => server.posts().length > 0, 8);
      // The limit moves with the day's mean.
      const terms = () => /Fires when[^(]*/.exec(server.posts().map(shown)[0] ?? '')?.[0] ?? '';
      const before = terms();
      expect(before).toContain('80 %');
      const edit = {
        rule: RATE.id,
        threshold: '10%',
        subaccounts: server.workspace.subaccounts[0]?.name ?? '',
      };
      await ask(world.as('admin'), 'alerts edit', edit);
      await house.passMinutesUntil(
        () => shown(server.posts()[0] ?? never()).includes('# Closed'),
        5,
      );
      expect(terms()).toBe(before);
      expect(shown(server.posts()[0] ?? never())).toContain('All subaccounts');
      const file = await ask(world.as('admin'), 'alerts export');
      const [, row = ''] = new TextDecoder().decode(file.attachments[0]?.data).split('\n');
      expect(row).toContain(',80,');
    });

    test('of a silenced rule is told to nobody until the silence is over', async () => {
      const server = await house.server();
      await server.setRules({ ...RATE, forMinutes: 1 });
      const silenced = await ask(server.world.as('manager'), 'alerts silence', {
        for: '30 min',
        reason: 'Transformer maintenance',
      });
      expect(shown(silenced)).toContain('Transformer maintenance');
      server.console.setPower(server.largestSite, false);
      await house.passMinutes(26);
      expect(server.posts()).toEqual([]);
      await house.passMinutesUntil(() => server.posts().length > 0, 10);
      expect(server.posts().map(shown)[0]).toContain('# Firing: Hashrate');
    });
  });
});

describe('an alert', besideTheOther, () => {
  describe.sequential('over time and without data', () => {
    let house: AlertHouse;
    beforeAll(async () => {
      house = await startAlertHouse();
    });
    afterAll(() => house.close());

    test('that nobody acknowledged is told again, and that somebody has is not', async () => {
      const server = await house.server();
      const { world } = server;
      const [first, second] = [world.guild.addRole('On call'), world.guild.addRole('Second line')];
      await server.setRules({
        ...RATE,
        forMinutes: 1,
        remindMinutes: 10,
        roleId: first.id,
        secondRoleId: second.id,
      });
      await house.passMinutes(1);
      server.console.setPower(server.largestSite, false);
      await house.passMinutesUntil(() => server.posts().length > 1, 20);
      const [alert, reminder] = server.posts();
      expect(reminder?.repliesTo).toBe(alert?.id);
      expect([alert?.pinged, reminder?.pinged]).toEqual([[first.id], [second.id]]);
      expect(reminder && shown(reminder)).toContain('Nobody has acknowledged this');

      const click = async (who: 'viewer' | 'manager') =>
        alert && settledOf(world.as(who).click(alert, idOf(alert, 'Acknowledge')));
      const refused = await click('viewer');
      expect(refused && shown(refused)).toContain('manager');
      expect(server.posts().map(shown)[0]).toContain('[Acknowledge]');
      await click('manager');
      await eventually(() => expect(server.posts().map(shown)[0]).not.toContain('[Acknowledge]'));
      await house.passMinutes(45);
      expect(server.posts()).toHaveLength(2);

      server.console.setPower(server.largestSite, true);
      await house.passMinutesUntil(() => server.posts().length > 2, 12);
      expect(server.posts()[2]?.content).toContain(`<@${world.people.manager.id}> had it`);
    });

    test('neither fires nor ends without data, which is told once', async () => {
      const server = await house.server();
      await server.setRules({ ...RATE, forMinutes: 1 });
      await house.passMinutes(1);
      server.console.forgetHashrate(true);
      await house.passMinutes(28);
      expect(server.posts()).toEqual([]);
      await house.passMinutesUntil(() => server.posts().length > 0, 6);
      await house.passMinutes(10);
      server.console.forgetHashrate(false);
      await house.passMinutesUntil(() => server.posts().length > 1, 4);
      await house.passMinutes(3);
      expect(server.posts().map((each) => /# (.*)/.exec(shown(each))?.[1])).toEqual([
        'No data: Hashrate under 80 % of its 24-hour rate',
        'Data is back: Hashrate under 80 % of its 24-hour rate',
      ]);
    });

    test('of a pool that can’t be read rests the others', async () => {
      const server = await house.server();
      await server.setRules({ ...RATE, forMinutes: 1 });
      await house.passMinutes(1);
      server.console.setPower(server.largestSite, false);
      const { faults } = house.world.pool;
      // Not repeated: the waits between attempts are no shorter here.
      faults.always = 404;
      await house.passMinutesUntil(() => server.posts().length > 0, 16);
      expect(server.posts().map(shown)[0]).toMatch(/# Firing: .*pool/i);
      faults.always = null;
      await house.passMinutesUntil(() => server.posts().length > 1, 10);
      expect(server.posts().map(shown).join()).toContain('# Firing: Hashrate');
    });
  });
});

function never(): never {
  throw new Error('nothing was posted');
}
