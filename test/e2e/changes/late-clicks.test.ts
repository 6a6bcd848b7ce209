import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  CallbackFault,
  LoopbackMessage,
  Outcome,
} from '../../../sandbox/discord/loopback-discord.js';
import { startFront, type Front } from '../../support/proxy.js';
import { changeWorld, confirm, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/**
 * If Discord doesn't take the answer to a click, the person has seen "This interaction failed", so
 * nothing of it may happen afterwards.
 */

let house: World;
/** Stands between the bot and Discord. */
let front: Front;
let world: ChangeWorld;
let card: LoopbackMessage;

beforeAll(async () => {
  house = await startWorld({
    env: async ({ discord }) => {
      front = await startFront(discord.apiUrl);
      return { DISCORD_API_URL: `${front.url}/api` };
    },
  });
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
  card = await world.askToMove();
});
afterEach(() => {
  const { faults } = house.discord;
  faults.deliveryDelayMs = 0;
  faults.nextCallbacks = [];
  front.habits.instead = null;
});
afterAll(async () => {
  await front.close();
  await house.close();
});

const steps = async () => (await world.trail()).map(({ step }) => step);

/** The lines in which the bot says that it did not run something. */
const notRun = () => house.log.filter((line) => line.includes('not acknowledged, so not run'));

async function nothingIsDone(there: ChangeWorld, waiting: LoopbackMessage): Promise<void> {
  expect((await there.trail()).map(({ step }) => step)).toEqual(['asked']);
  expect(there.writes()).toEqual([]);
  expect(there.card(waiting)).toContain('Waiting for confirmation');
}

async function isDoneOnceNow(): Promise<void> {
  await confirm(world, 'second', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  expect(world.writes()).toHaveLength(1);
  expect(await steps()).toEqual(['asked', 'confirmed', 'sent', 'reported']);
}

describe('a Confirm', () => {
  test('that was made while the gateway was away, and came afterwards', async () => {
    const before = notRun().length;
    house.discord.faults.deliveryDelayMs = 3_500;
    const clicked = confirm(world, 'second', card);
    house.discord.closeGateway(4000);
    const outcome = await clicked;
    expect(outcome.failed).toBe(true);
    await expect.poll(() => notRun().length - before, { timeout: 15_000 }).toBe(1);
    await expect.poll(() => house.log.at(-1)).toContain('"result":"unanswered"');
    await nothingIsDone(world, card);
    house.discord.faults.deliveryDelayMs = 0;
    await isDoneOnceNow();
  });
});

test.each(['<!doctype html>', '', '{"ok":true}'])(
  'what reads is shown, although its first answer met %j on the way',
  async (body) => {
    const met = [body];
    front.habits.instead = ({ url = '' }) =>
      url.includes('/callback') && met.pop() !== undefined ? { status: 200, body } : null;
    expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
    expect(met).toEqual([]);
  },
);

test('a form that came too late changes nothing', async () => {
  const there = house.neighbour();
  const before = notRun().length;
  const opened = await there.as('admin').command('setup key');
  house.discord.faults.deliveryDelayMs = 3_500;
  const sent = await there.as('admin').submit(opened, { key: there.key });
  expect(sent.failed).toBe(true);
  await expect.poll(() => notRun().length - before, { timeout: 15_000 }).toBe(1);
  house.discord.faults.deliveryDelayMs = 0;
  expect(shown(await ask(there.as('admin'), 'setup show'))).not.toContain('API key ending in');
  expect(shown(await there.connect())).toContain('# Connected');
});

/** Each takes Discord's three seconds to fail, so all run at once, each in its own guild. */
describe('made at once,', () => {
  /** What the loopback Discord does with the acknowledgement, or what is answered on the way. */
  type Meets = readonly CallbackFault[] | string;
  const ACTS: Record<string, { readonly meets: Meets; readonly act: typeof confirmIt }> = {
    'a Confirm that Discord no longer knows': { meets: ['gone'], act: confirmIt },
    'a Confirm that somebody else answered': { meets: ['taken'], act: confirmIt },
    'a Confirm whose acknowledgement is lost, and then somebody else had answered': {
      meets: ['reset', 'taken'],
      act: confirmIt,
    },
    'a Confirm whose acknowledgement arrives, its answer lost: nobody can tell the two apart': {
      meets: ['lost-answer'],
      act: confirmIt,
    },
    'a Cancel that Discord no longer knows': { meets: ['gone'], act: cancelIt },
    'a command that Discord no longer knows': { meets: ['gone'], act: freezeIt },
    // The bot tries to acknowledge these until Discord's three seconds are over.
    'a Confirm whose acknowledgement is answered on the way, with a page to sign in': {
      meets: '<!doctype html><title>Sign in to the network</title>',
      act: confirmIt,
    },
    'a Confirm whose acknowledgement is answered on the way, with an empty 200': {
      meets: '',
      act: confirmIt,
    },
    'a Confirm whose acknowledgement is answered on the way, with JSON of something else': {
      meets: '{"ok":true}',
      act: confirmIt,
    },
    // Last, because each attempt uses up one of them.
    'a Confirm whose acknowledgement nobody heard of': {
      meets: ['hang', 'hang', 'hang', 'hang', 'hang', 'hang'],
      act: confirmIt,
    },
  };
  const made = new Map<string, { readonly world: ChangeWorld; readonly card: LoopbackMessage }>();
  const outcomeOf = new Map<string, Outcome>();

  const linesOf = (id: string) =>
    house.log.filter((line) => line.includes(`"interaction":"${id}"`));
  const hasEnded = (id: string) => linesOf(id).some((line) => line.includes('"result":'));

  function confirmIt(there: ChangeWorld, waiting: LoopbackMessage) {
    return confirm(there, 'second', waiting);
  }
  function cancelIt(there: ChangeWorld, waiting: LoopbackMessage) {
    return there.as('manager').click(waiting, idOf(waiting, 'Cancel'));
  }
  function freezeIt(there: ChangeWorld) {
    return there.as('manager').command('changes freeze', { reason: 'too late' });
  }

  beforeAll(async () => {
    const { faults } = house.discord;
    for (const name of Object.keys(ACTS)) {
      const there = await changeWorld(house);
      made.set(name, { world: there, card: await there.askToMove() });
    }
    const before = notRun().length;
    const onTheWay = answersOnTheWay();
    const outcomes = new Map<string, Promise<Outcome>>();
    for (const [name, { meets, act }] of Object.entries(ACTS)) {
      const each = made.get(name);
      if (each === undefined) continue;
      if (typeof meets === 'string') onTheWay.next = meets;
      else faults.nextCallbacks = [...meets];
      outcomes.set(name, act(each.world, each.card));
      await vi.waitFor(() => {
        if (typeof meets === 'string') expect(onTheWay.next).toBeNull();
        else if (meets[0] === 'hang') expect(faults.nextCallbacks).not.toHaveLength(meets.length);
        else expect(notRun().length - before).toBe(outcomes.size);
      }, 5_000);
    }
    for (const [name, outcome] of outcomes) outcomeOf.set(name, await outcome);
    const ids = [...outcomeOf.values()].map(({ interactionId }) => interactionId);
    await vi.waitFor(() => expect(ids.filter((id) => !hasEnded(id))).toEqual([]), 15_000);
    faults.nextCallbacks = [];
    front.habits.instead = null;
  });

  /** Each acknowledgement has its own path, and each attempt at it gets the same answer. */
  function answersOnTheWay(): { next: string | null } {
    const bodies = new Map<string, string>();
    const given: { next: string | null } = { next: null };
    front.habits.instead = ({ url = '' }) => {
      if (!url.includes('/callback')) return null;
      if (given.next !== null && !bodies.has(url)) {
        bodies.set(url, given.next);
        given.next = null;
      }
      const body = bodies.get(url);
      return body === undefined ? null : { status: 200, body };
    };
    return given;
  }

  test.each(Object.keys(ACTS))('%s does nothing, and works when it is made again', async (name) => {
    const each = made.get(name);
    const outcome = outcomeOf.get(name);
    if (each === undefined || outcome === undefined) throw new Error('was not made');
    expect(outcome.failed).toBe(!name.includes('its answer lost'));
    const said = linesOf(outcome.interactionId).join('\n');
    expect(said).toContain('not acknowledged, so not run');
    expect(said).toContain('"result":"unanswered"');
    await nothingIsDone(each.world, each.card);
    ({ world, card } = each);
    if (!name.startsWith('a command')) return isDoneOnceNow();
    await ask(world.as('manager'), 'changes freeze', { reason: 'in time' });
    expect(await steps()).toEqual(['asked', 'frozen']);
  });
});
