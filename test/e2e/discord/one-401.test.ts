import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endAll, runBot, type BareBot } from '../bare-bot.js';
import { startFront, type Front, type Instead } from '../../support/proxy.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/** Something stands before Discord and answers in its place. */
let world: World;
let front: Front;
let bot: BareBot;

beforeAll(async () => {
  world = await startWorld({
    env: async ({ discord }) => {
      front = await startFront(discord.apiUrl);
      return { DISCORD_API_URL: `${front.url}/api` };
    },
  });
});
afterEach(() => {
  front.habits.instead = null;
});
afterAll(async () => {
  await front.close();
  await world.close();
});

const REFUSED = 'Discord does not accept DISCORD_TOKEN';
const said = () => [...bot.out, ...bot.err].join('\n');

/** The next requests to where a path matches are answered so; the rest go on to Discord. */
function inPlaceOf(...places: [path: RegExp, answers: Instead[]][]): () => number {
  front.habits.instead = ({ url = '' }) =>
    places.find(([path]) => path.test(url))?.[1].shift() ?? null;
  return () => places.flatMap(([, answers]) => answers).length;
}

const UNAUTHORIZED = { status: 401, body: '{"message":"401: Unauthorized","code":0}' };
const page = (status: number) => ({
  status,
  body: `<html><body>${status}</body></html>`,
  type: 'text/html',
});

async function startBot(): Promise<void> {
  bot = runBot(world.dataDir, world.env);
  await vi.waitFor(() => expect(said()).toContain('"msg":"commands"'), 20_000);
}

/** Each of many answers, at the start and on the registration: `test/discord/start-discord.test.ts`. */
describe('one answer in place of Discord’s', () => {
  beforeAll(async () => {
    const left = inPlaceOf(
      [/gateway\/bot/, [UNAUTHORIZED, page(401)]],
      [/\/commands/, [UNAUTHORIZED, page(403)]],
    );
    await startBot();
    expect(left()).toBe(0);
  }, 60_000);
  afterAll(endAll);

  test('at the start and on the registration: it connects, and its commands are registered', async () => {
    expect(said()).not.toContain(REFUSED);
    expect(world.discord.connections.live).toBe(1);
    expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
  });

  test.each([
    ['401', UNAUTHORIZED],
    ['403 with a page', page(403)],
    ['404 with a page', page(404)],
  ])('%s on an audit post: it is posted after all', async (_what, answer) => {
    const there = world.neighbour();
    expect(shown(await there.connect())).toContain('# Connected');
    const channel = [...there.guild.channels.keys()][1] ?? '';
    const left = inPlaceOf([/channels\/\d+\/messages/, [answer]]);
    await ask(there.as('admin'), 'setup defaults', { audit: channel });
    await expect
      .poll(() => world.discord.messages(channel).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect(left()).toBe(0);
    expect(bot.out.join('\n')).not.toContain(REFUSED);
    expect(shown(await ask(there.as('viewer'), 'summary'))).toContain('# Pool summary');
  });

  test.each([401, 403, 404, 502])(
    '%i with a page for an interaction: it is answered',
    async (status) => {
      const left = inPlaceOf([/\/callback/, [page(status)]]);
      expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
      expect(left()).toBe(0);
    },
  );

  // The last with this bot.
  test('401 to everything from some day on: the bot ends, and says why', async () => {
    await world.connect();
    // Acknowledgements need no token, and without one nothing would be changed or posted.
    front.habits.instead = ({ url = '' }) => (url.includes('/callback') ? null : UNAUTHORIZED);
    const [, audit = ''] = [...world.guild.channels.keys()];
    // Its answer is refused too; the post to the channel is what asks.
    void ask(world.as('admin'), 'setup defaults', { audit }).catch(() => undefined);
    expect(await bot.ended).toBe(1);
    expect(said()).toContain(REFUSED);
    expect(said()).not.toContain(world.discord.token);
  });
});

describe('everything refused', () => {
  afterEach(endAll);

  test('a page with 401 to everything at start: the bot goes on trying, and connects once it is gone', async () => {
    let asked = 0;
    front.habits.instead = ({ url = '' }) => {
      // Each check of the token asks this.
      if (url.endsWith('/users/@me')) asked += 1;
      return page(401);
    };
    bot = runBot(world.dataDir, world.env);
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    front.habits.instead = null;
    await expect.poll(said, { timeout: 30_000 }).toContain('"msg":"commands"');
    expect(said()).not.toContain(REFUSED);
  }, 70_000);
});
