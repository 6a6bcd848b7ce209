import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shown } from '../shown.js';
import { ask } from '../world.js';
import { startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';
import { ROWS, type ConditionRow } from './support/condition-rows.js';

const MINUTE = 60_000;

/** A server per condition, and what it was told while the same minutes passed for all. */
interface Watched {
  readonly row: ConditionRow;
  readonly server: AlertServer;
  /** When its condition began to hold. */
  since: number;
  firedAt: number;
  /** After being near its threshold, and after being clear of it. */
  near: readonly string[];
  clear: readonly string[];
  forgotten: readonly string[];
}

/** One bot, one clock: each condition fires, nearly ends, ends, and has no data. */
describe('each condition', () => {
  let house: AlertHouse;
  const watched = new Map<string, Watched>();
  const all = () => [...watched.values()];
  const of = (condition: string) => {
    const found = watched.get(condition);
    if (found === undefined) throw new RangeError(condition);
    return found;
  };
  const titles = (server: AlertServer) =>
    server.posts().map((each) => /# (.*)|✅ \*\*(\w+)/.exec(shown(each))?.[0] ?? '');

  async function watch(row: ConditionRow): Promise<void> {
    const server = await house.server({ subaccounts: 2 });
    server.console.say(row.part, row.clear);
    await server.setRules();
    if (row.condition !== 'pool')
      await ask(server.world.as('admin'), 'alerts add', {
        condition: row.condition,
        remind: '0',
        ...row.typed,
      });
    const nothing = { since: 0, firedAt: 0, near: [], clear: [], forgotten: [] };
    watched.set(row.condition, { row, server, ...nothing });
  }

  beforeAll(async () => {
    house = await startAlertHouse();
    for (const row of ROWS) await watch(row);
    await house.passMinutes(2);
    for (const each of all()) {
      each.since = house.days.now();
      each.server.console.say(each.row.part, each.row.held);
    }
    await house.passMinutes(20);
    for (const each of all()) {
      each.firedAt = each.server.posts()[0]?.createdAt ?? 0;
      each.server.console.say(each.row.part, each.row.near ?? each.row.clear);
    }
    await house.passMinutes(7);
    for (const each of all()) {
      each.near = titles(each.server);
      each.server.console.say(each.row.part, each.row.clear);
    }
    await house.passMinutes(10);
    // The reply comes first, and the alert's own message is drawn a moment later.
    const areDrawn = () =>
      all().every(({ server }) => titles(server)[0]?.startsWith('# Resolved') === true);
    await house.passMinutesUntil(areDrawn, 10);
    for (const each of all()) {
      each.clear = titles(each.server);
      if (each.row.forgotten) each.server.console.say(each.row.part, each.row.forgotten);
    }
    await house.passMinutes(33);
    // A round that a busy machine missed is made up for.
    const haveTold = (times: number) =>
      all().every(
        ({ server, row, clear }) => !row.forgotten || titles(server).length >= clear.length + times,
      );
    await house.passMinutesUntil(() => haveTold(1), 10);
    for (const { server, row } of all()) server.console.say(row.part, row.clear);
    await house.passMinutes(3);
    await house.passMinutesUntil(() => haveTold(2), 10);
    for (const each of all()) each.forgotten = titles(each.server).slice(each.clear.length);
  }, 90_000);
  afterAll(() => house.close());

  const NAMES = ROWS.map(({ condition }) => condition);

  test.each(NAMES)('%s fires once it has held for its period, and not before', (condition) => {
    const { since, firedAt, row } = of(condition);
    expect((firedAt - since) / MINUTE).toBeGreaterThanOrEqual(row.holdsFor);
  });

  test.each(NAMES)('%s goes on until its figure is clear by the margin', (condition) => {
    const { near, clear, row } = of(condition);
    if (row.near) expect(near).toEqual([expect.stringContaining('# Firing')]);
    expect(clear).toEqual([
      expect.stringContaining('# Resolved'),
      expect.stringContaining('Resolved'),
    ]);
  });

  test.each(ROWS.filter(({ forgotten }) => forgotten).map(({ condition }) => condition))(
    '%s says once that it has no data, and once that it is back',
    (condition) => {
      expect(of(condition).forgotten).toEqual([
        expect.stringContaining('# No data'),
        expect.stringContaining('# Data is back'),
      ]);
    },
  );

  test('Discord refused nothing', () => {
    expect(house.world.discord.refusals).toEqual([]);
  });
});
