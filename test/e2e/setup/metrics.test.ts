import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';
import {
  expressionsInDashboard,
  expressionsInRules,
  RULES_FILE,
  unknownIn,
} from './monitored-names.js';

let house: World;
let world: ChangeWorld;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/metrics`;
  house = await startWorld({ env: { HEALTH_PORT: String(port), ALERT_ROUND_SECONDS: '1' } });
  await house.start();
  world = await changeWorld(house);
});
afterAll(() => house.close());

const scrape = async () => (await fetch(url)).text();

/** The value of the series whose line begins like this. */
async function valueOf(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? Number.NaN);
}

const untilCounted = (series: string, least = 1) =>
  eventually(async () => expect(await valueOf(series), series).toBeGreaterThanOrEqual(least));

test('one read: by command, with its times, its requests to the pool, store and Discord', async () => {
  await ask(world.as('viewer'), 'summary');
  await untilCounted('pitboss_interactions_total{command="summary",kind="command",result="ok"}');
  await untilCounted('pitboss_first_response_seconds_count{kind="command"}');
  await untilCounted('pitboss_final_answer_seconds_count{kind="command"}');
  await untilCounted('pitboss_pool_request_seconds_count{operation="getSummary",result="ok"}');
  for (const operation of ['get', 'set', 'claim', 'last-seq', 'compare-and-set'])
    await untilCounted(`pitboss_store_seconds_count{operation="${operation}"}`);
  await untilCounted('pitboss_discord_request_seconds_count{path="interactions",outcome="taken"}');
  await untilCounted('pitboss_discord_request_seconds_count{path="others",outcome="taken"}');
});

test('one move that waits, and is confirmed: each step, and where it stands', async () => {
  const card = await world.askToMove();
  await untilCounted('pitboss_change_steps_total{step="asked"}');
  await untilCounted('pitboss_changes{state="pending"}');
  await confirm(world, 'manager', card);
  await eventually(async () => expect(world.card(card)).toContain('the pool answered'));
  for (const step of ['confirmed', 'sent', 'reported'])
    await untilCounted(`pitboss_change_steps_total{step="${step}"}`);
  expect(await valueOf('pitboss_changes{state="pending"}')).toBe(0);
  await untilCounted('pitboss_store_seconds_count{operation="append"}', 4);
});

test('one form that is refused', async () => {
  const { subaccount } = world.elsewhere(1);
  const manager = world.as('manager');
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const fields = { frequency: ['DAILY'], day: ['UNSPECIFIED'], addresses: 'no line', reason: '' };
  await (await manager.submit(form, fields)).settled();
  await eventually(async () =>
    expect(await scrape()).toMatch(
      /^pitboss_interactions_total\{command="[^"]+",kind="form",result="refused"\} 1$/m,
    ),
  );
});

test('one failure of the pool', async () => {
  world.pool.faults.always = 500;
  const text = shown(await ask(world.as('viewer'), 'dev-fee'));
  world.pool.faults.always = null;
  expect(text).toContain('The pool failed on its side (500)');
  await untilCounted(
    'pitboss_interactions_total{command="dev-fee",kind="command",result="pool-failed"}',
  );
  await eventually(async () =>
    expect(await scrape()).toMatch(
      /^pitboss_pool_request_seconds_count\{operation="getDevFee",result="PoolBroken"\} [1-9]/m,
    ),
  );
});

test('a change of unknown outcome counts until somebody has looked into it', async () => {
  const card = await world.askToMove('manager', 2);
  world.pool.faults.only = ({ method }) => method !== 'GET';
  world.pool.faults.next = ['reset'];
  await confirm(world, 'manager', card);
  await untilCounted('pitboss_change_steps_total{step="unknown"}');
  world.pool.faults.only = null;
  await untilCounted('pitboss_changes{state="unknown"}');
  await world.bot.stop();
  await world.start();
  await untilCounted('pitboss_changes{state="unknown"}');
});

test('a server looked at for its alerts, the gateway, the process and what it is', async () => {
  await untilCounted('pitboss_alert_round_late_seconds_count');
  await untilCounted('pitboss_gateway_events_total{event="identify"}');
  await untilCounted('pitboss_gateway_events_total{event="session-begun"}');
  const lost = await valueOf('pitboss_gateway_events_total{event="connection-lost"}');
  world.discord.closeGateway(1001);
  await untilCounted('pitboss_gateway_events_total{event="connection-lost"}', lost + 1);
  await untilCounted('pitboss_ready');
  const text = await scrape();
  expect(text).toMatch(/^pitboss_build_info\{version="[\d.]+",node="v[\d.]+",store="sqlite"\} 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  for (const queue of ['interactions', 'reads of the pool', 'daily posts', 'rounds of alerts'])
    expect(text).toContain(`pitboss_queue_length{queue="${queue}"} 0`);
});

test('the rules and the dashboard ask for nothing that is not there', async () => {
  const expressions = [...expressionsInRules(), ...expressionsInDashboard()];
  expect(expressions.length).toBeGreaterThan(40);
  await ask(world.as('viewer'), 'help');
  await untilCounted('pitboss_interactions_total{command="help",kind="command",result="ok"}');
  const text = await scrape();
  expect(expressions.flatMap((each) => unknownIn(each, text))).toEqual([]);
  const alerts = readFileSync(RULES_FILE, 'utf8').match(/^ +- alert:/gm);
  expect(expressionsInRules()).toHaveLength(alerts?.length ?? 0);
});

test('every metric of ours is on the dashboard', async () => {
  const all = expressionsInDashboard().map(({ text }) => text);
  const ours = [...(await scrape()).matchAll(/^# TYPE (pitboss_\w+) /gm)].map(([, name]) => name);
  expect(ours.filter((name) => !all.some((text) => text.includes(name ?? '')))).toEqual([]);
});

test.each([
  ['sum(pitboss_changed)', 'here: no metric pitboss_changed'],
  ['pitboss_changes{status="unknown"} > 0', 'here: pitboss_changes has no label status'],
  ['pitboss_changes{state="unknown|sent|odd"}', 'here: no pitboss_changes with state="odd"'],
  ['sum by (job, step) (pitboss_changes)', 'here: nothing in it has a label step'],
])('what is not there is found: %s', async (text, found) => {
  expect(unknownIn({ where: 'here', text }, await scrape())).toContain(found);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const skipped = hasPromtool ? '' : ' (skipped: no promtool)';

test.skipIf(!hasPromtool)(`Prometheus takes the rules and every expression${skipped}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-rules-'));
  const rules = expressionsInDashboard().map(({ text }, index) => ({
    record: `panel_${index}`,
    expr: text,
  }));
  // JSON is valid YAML.
  const ofPanels = join(folder, 'panels.yaml');
  await writeFile(ofPanels, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  const checked = spawnSync('promtool', ['check', 'rules', RULES_FILE, ofPanels]);
  await rm(folder, { recursive: true });
  expect([checked.status, checked.stderr.toString()]).toEqual([0, '']);
});
