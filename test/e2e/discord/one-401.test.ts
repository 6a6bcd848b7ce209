import { afterAll, afterEach, beforeAll, describe, expect, test as base } from 'vitest';
import { bareBots, type BareBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import { startFront, type Front, type Instead } from '../../support/proxy.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

const REFUSED = 'Discord does not accept DISCORD_TOKEN';
const UNAUTHORIZED = { status: 401, body: '{"message":"401: Unauthorized","code":0}' };
const page = (status: number) => ({
  status,
  body: `<html><body>${status}</body></html>`,
  type: 'text/html',
});

/** Something in front of Discord answers in its place. */
interface Behind {
  readonly world: World;
  readonly front: Front;
  readonly run: () => BareBot;
  readonly close: () => Promise<void>;
}

async function startBehind(): Promise<Behind> {
  const fronts: Front[] = [];
  const world = await startWorld({
    env: async ({ discord }) => {
      const front = await startFront(discord.apiUrl);
      fronts.push(front);
      return { DISCORD_API_URL: `${front.url}/api` };
    },
  });
  const [front] = fronts;
  if (front === undefined) throw new Error('nothing stands before it');
  const { runBot, endAll } = bareBots();
  return {
    world,
    front,
    run: () => runBot(world.dataDir, world.env),
    close: async () => {
      await endAll();
      await front.close();
      await world.close();
    },
  };
}

const said = ({ out, err }: BareBot) => [...out, ...err].join('\n');
const isRegistered = (bot: BareBot) =>
  eventually(() => expect(said(bot)).toContain('"msg":"commands"'), { timeout: 30_000 });

/** Answers the next requests whose path matches like this; the rest go on to Discord. */
function inPlaceOf({ front }: Behind, ...places: [path: RegExp, answers: Instead[]][]) {
  front.habits.instead = ({ url = '' }) =>
    places.find(([path]) => path.test(url))?.[1].shift() ?? null;
  return () => places.flatMap(([, answers]) => answers).length;
}

const test = base.extend<{ behind: Behind }>({
  async behind({ onTestFinished }, use) {
    const behind = await startBehind();
    onTestFinished(behind.close);
    await use(behind);
  },
});

/** Many more answers, at the start and on registration: `test/discord/start-discord.test.ts`. */
describe.concurrent('one answer in place of Discord’s', () => {
  let behind: Behind;
  let world: World;
  let bot: BareBot;
  beforeAll(async () => {
    behind = await startBehind();
    ({ world } = behind);
    const left = inPlaceOf(
      behind,
      [/gateway\/bot/, [UNAUTHORIZED, page(401)]],
      [/\/commands/, [UNAUTHORIZED, page(403)]],
    );
    bot = behind.run();
    await isRegistered(bot);
    expect(left()).toBe(0);
  }, 60_000);
  afterEach(() => {
    behind.front.habits.instead = null;
  });
  afterAll(() => behind.close());

  test.sequential('at the start and on the registration: it connects, and its commands are registered', async () => {
    expect(said(bot)).not.toContain(REFUSED);
    expect(world.discord.connections.live).toBe(1);
    expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
  });

  test.sequential.each([
    ['401', UNAUTHORIZED],
    ['403 with a page', page(403)],
    ['404 with a page', page(404)],
  ])('%s on an audit post: it is posted after all', async (_what, answer) => {
    const there = world.neighbour();
    expect(shown(await there.connect())).toContain('# Connected');
    const channel = [...there.guild.channels.keys()][1] ?? '';
    const left = inPlaceOf(behind, [/channels\/\d+\/messages/, [answer]]);
    await ask(there.as('admin'), 'setup defaults', { audit: channel });
    await eventually(() => expect(world.discord.messages(channel).length).toBeGreaterThan(0), {
      timeout: 20_000,
    });
    expect(left()).toBe(0);
    expect(bot.out.join('\n')).not.toContain(REFUSED);
    expect(shown(await ask(there.as('viewer'), 'summary'))).toContain('# Pool summary');
  });

  test.sequential.each([401, 403, 404, 502])(
    '%i with a page for an interaction: it is answered',
    async (status) => {
      const left = inPlaceOf(behind, [/\/callback/, [page(status)]]);
      expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
      expect(left()).toBe(0);
    },
  );
});

describe.concurrent('everything refused', () => {
  test('from some day on: the bot ends, and says why', async ({ behind }) => {
    const { world, front, run } = behind;
    const bot = run();
    await isRegistered(bot);
    await world.connect();
    // Acknowledgements need no token; without one, nothing would be changed or posted.
    front.habits.instead = ({ url = '' }) => (url.includes('/callback') ? null : UNAUTHORIZED);
    const [, audit = ''] = [...world.guild.channels.keys()];
    // Its answer is refused too; the post to the channel triggers the check.
    void ask(world.as('admin'), 'setup defaults', { audit }).catch(() => undefined);
    expect(await bot.ended).toBe(1);
    expect(said(bot)).toContain(REFUSED);
    expect(said(bot)).not.toContain(world.discord.token);
  });

  test('with a page at start: the bot goes on trying, and connects once it is gone', async ({
    behind: { front, run },
  }) => {
    let asked = 0;
    front.habits.instead = ({ url = '' }) => {
      // Each check of the token requests this.
      if (url.endsWith('/users/@me')) asked += 1;
      return page(401);
    };
    const bot = run();
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(2), { timeout: 30_000 });
    front.habits.instead = null;
    await isRegistered(bot);
    expect(said(bot)).not.toContain(REFUSED);
  }, 70_000);
});
