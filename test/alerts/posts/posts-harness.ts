import { createAlertStates } from '../../../src/alerts/alert-states.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { evaluate } from '../../../src/domain/alerts/evaluate/evaluate.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import { gatherBursts } from '../../../src/domain/alerts/alert-bursts.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { createAlertChannel } from '../fakes/alert-channel.js';
import {
  aRule,
  createHistory,
  GUILD,
  MINUTE,
  START,
  startPosts,
  withRules,
} from '../fakes/alert-harness.js';

/** A channel beside the usual one. */
export const OTHER = '900000000000000002';

export type PostsHarness = ReturnType<typeof createPostsHarness>;

/** One process that posts the alerts of one server. */
export function createPostsHarness() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const channels = createAlertChannel(clock);
  const history = createHistory();
  const states = createAlertStates(store);
  let setBy = 0;
  const uptime = () => clock.at - setBy;
  const process = startPosts({ store, channels, history, clock, uptime });

  /** Sets the wall clock alone. */
  function setClock(by: number): void {
    clock.at += by;
    setBy += by;
  }

  const deliver = (): Promise<void> => process.posts.deliver(GUILD);

  const messages = () => channels.messages;

  const titles = () =>
    messages().map(({ reply }) => reply.embeds?.[0]?.title ?? reply.content ?? '');

  const change = (step: (now: GuildAlerts) => GuildAlerts | null) => states.change(GUILD, step);

  const state = () => states.read(GUILD);

  async function read(rule: AlertRule, verdict: 'breached' | 'clear', value = '70'): Promise<void> {
    const now = clock.at;
    const reading = { at: now, verdict, value, limit: '80' };
    await change((before) => evaluate(before, rule, { reading, now, isSuppressed: false }));
  }

  /** Judges and delivers once a minute. */
  async function minutes(
    count: number,
    rule: AlertRule,
    verdict: 'breached' | 'clear',
  ): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      await read(rule, verdict, String(70 - (minute % 5)));
      await deliver();
      clock.at += MINUTE;
    }
  }

  /** The same for many rules, with what a round does about many at once. */
  async function rounds(
    rules: readonly AlertRule[],
    count: number,
    standsOf: (index: number) => 'breached' | 'clear',
  ): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      for (const [index, rule] of rules.entries()) await read(rule, standsOf(index));
      await change((now) => gatherBursts(now, clock.at, rules));
      await deliver();
      clock.at += MINUTE;
    }
  }

  async function untilFiring(rule = aRule()): Promise<void> {
    await withRules(store, { rules: [rule] });
    await minutes(rule.forMinutes + 1, rule, 'breached');
  }

  const alertId = async () => (await state()).alerts[0]?.id ?? '';

  return {
    clock,
    store,
    channels,
    history,
    states,
    process,
    setClock,
    deliver,
    messages,
    titles,
    change,
    state,
    read,
    minutes,
    rounds,
    untilFiring,
    alertId,
  };
}
