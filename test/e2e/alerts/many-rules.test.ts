import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, shown } from '../shown.js';
import { ask } from '../world.js';
import { RATE, startAlertHouse, type AlertHouse } from './support/alert-world.js';

const RULES = 9;

let house: AlertHouse;
beforeAll(async () => {
  house = await startAlertHouse();
});
afterAll(() => house.close());

/** Each on a figure of its own: at three requests a minute each waits minutes for its turn. */
test(
  'of more rules than can be read at once each fires and ends',
  { timeout: 90_000 },
  async () => {
    const server = await house.server({ subaccounts: 12 });
    const rules = server.workspace.subaccounts.slice(0, RULES).map(({ name }, index) => ({
      ...RATE,
      id: `rule${index}`,
      subaccounts: [name],
      forMinutes: 1,
    }));
    await server.setRules(...rules);
    await house.passMinutes(3);
    const firing = async () =>
      (await server.state()).alerts.filter(({ phase }) => phase === 'firing').length;
    for (const { id } of server.workspace.sites) server.console.setPower(id, false);
    let most = 0;
    for (let minute = 0; minute < 30 && most < RULES; minute++) {
      await house.passMinutes(1);
      most = Math.max(most, await firing());
    }
    expect(most).toBe(RULES);
    for (const { id } of server.workspace.sites) server.console.setPower(id, true);
    let left = RULES;
    for (let minute = 0; minute < 45 && left > 0; minute++) {
      await house.passMinutes(1);
      left = (await server.state()).alerts.filter(
        ({ phase }) => phase === 'firing' || phase === 'recovering',
      ).length;
    }
    expect(left).toBe(0);
    const listed = shown(await ask(server.world.as('manager'), 'alerts list', { private: true }));
    expect(listed).toContain('# No alerts firing');
    const [first] = server.posts();
    expect(first && idOf(first, 'Show')).toContain('alert-show');
  },
);
