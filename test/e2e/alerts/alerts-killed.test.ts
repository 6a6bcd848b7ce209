import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { endAll, runBot } from '../bare-bot.js';
import { shown } from '../shown.js';
import { RATE, startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';
import { ENDED, FULL, LOW, say, SMALL } from './support/moments.js';

/** For a machine that is busy with other things: this starts a process six times. */
const SLOWLY = 120_000;
/** A dead process holds its lease for a minute and a half. */
const LEASE_MINUTES = 2;
/** Once while it begins, and once while it ends. */
const DEATHS = 2;

/** Whatever a process is doing when it dies, each step of an alert is told once. */
describe('an alert', () => {
  let house: AlertHouse;
  let server: AlertServer;
  beforeAll(async () => {
    house = await startAlertHouse();
    server = await house.server(SMALL);
    say(server, FULL);
    await server.setRules({ ...RATE, forMinutes: 3 });
    await house.passMinutes(1);
  });
  afterAll(async () => {
    await endAll();
    await house.close();
  });

  const { random } = Math;
  const heads = () => server.posts().map((each) => shown(each).split('\n')[0] ?? '');
  const ended = ENDED.map((each) => expect.stringMatching(each));

  /** Kills the process at some moment in the next minutes, and starts another. */
  async function dieOnce(): Promise<void> {
    const passed = house.passMinutes(2);
    await sleep(random() * 900);
    house.world.bot.kill();
    await passed;
    // A process that is still dying isn't restarted.
    await expect.poll(() => house.world.bot.state).toBe('dead');
    await house.days.skipMinutes(LEASE_MINUTES);
    await house.world.start();
    await house.passMinutes(2);
  }

  test(
    'is told once through kill -9 at any moment',
    async () => {
      say(server, LOW);
      for (let death = 0; death < DEATHS; death++) await dieOnce();
      await house.passMinutesUntil(() => heads().length > 0, 8);
      say(server, FULL);
      for (let death = 0; death < DEATHS; death++) await dieOnce();
      await house.passMinutesUntil(() => heads().length > 1, 12);
      await house.passMinutes(4);
      expect(heads()).toEqual(ended);
      const [alert, reply] = server.posts();
      expect(reply?.repliesTo).toBe(alert?.id);
    },
    SLOWLY,
  );

  test(
    'has one message from two processes on one store, and from the one that is left',
    async () => {
      const { world } = house;
      const before = heads().length;
      const port = String(await freePort());
      const other = runBot(world.dataDir, { ...world.env, HEALTH_PORT: port });
      await expect.poll(() => other.out.join()).toContain('"msg":"ready"');
      house.looking.add(port);
      say(server, LOW);
      await house.passMinutesUntil(() => heads().length > before, 10);
      world.bot.kill();
      say(server, FULL);
      // The other process checks every quarter of a real minute which leases have expired.
      await house.passMinutesUntil(() => heads().length > before + 1, 40);
      await house.passMinutes(3);
      expect(heads().slice(before)).toEqual(ended);
      const [alert, reply] = server.posts().slice(before);
      expect(reply?.repliesTo).toBe(alert?.id);
    },
    SLOWLY,
  );
});
