import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ShownMessage } from '../../sandbox/discord/types.js';
import { silentOnWrites, type FaultOf } from '../../sandbox/pool/faults.js';
import { ask, confirm, current, expectSent, HYDRO, now, requestOf } from '../support/changes.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';
import { startHouse, type House } from '../support/process.js';
import { shown, type Server } from '../support/world.js';

const MINUTE = 60_000;

describe('a bot on SQLite that is killed', () => {
  leavesWhatIsKnown(() => ({}));
});

describe.skipIf(!hasPostgres)('a bot on Postgres (if initdb is installed) that is killed', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  leavesWhatIsKnown(() => ({ url: postgres.newDatabase() }));
});

interface Scene {
  readonly server: Server;
  readonly card: ShownMessage;
  readonly request: ReturnType<typeof requestOf>;
}

/** One kill in the middle of many confirmations, each in a Discord server of its own. */
function leavesWhatIsKnown(newStore: () => { url?: string }): void {
  let house: House;
  let reading: Scene;
  let unanswered: Scene;
  let crowd: readonly Scene[];
  let carriedOut: Scene | undefined;
  let afterFourMinutes: readonly string[];
  let askedAgain: string;

  beforeAll(async () => {
    house = await startHouse(newStore());
    const bot = await house.start();
    [reading, unanswered, ...crowd] = await Promise.all([
      newScene(),
      newScene(),
      ...Array.from({ length: 6 }, newScene),
    ]);
    await confirmUntil(reading, () => ({ kind: 'hang' }));
    await confirmUntil(unanswered, silentOnWrites());
    let writes = 0;
    for (const scene of crowd) {
      scene.server.workspace.fault = ({ method }) => {
        if (method === 'GET') return undefined;
        writes += 1;
        if (writes === 4) {
          bot.signal('SIGKILL');
          carriedOut = scene;
        }
        return undefined;
      };
    }
    for (const scene of crowd) click(scene);
    expect(await bot.ended).toBe('SIGKILL');

    for (const { server } of [reading, unanswered, ...crowd]) server.workspace.fault = null;
    await house.startHere();
    const { server } = unanswered;
    const { message } = await server.admin.run('subaccount move', {
      subaccount: HYDRO,
      site: 'Lone Mesa',
    });
    askedAgain = shown(server, message);
    await pass(4);
    afterFourMinutes = [unanswered, carried()].map(textOf);
    await pass(2);
  });
  afterAll(() => house.close());

  async function newScene(): Promise<Scene> {
    const server = await house.newServer();
    return { server, card: await ask(server, 'move'), request: requestOf(server, 'move') };
  }

  /** The bot dies before it answers. */
  function click({ server, card }: Scene): void {
    confirm(card, server.approver).catch(() => {});
  }

  /** Resolves when the request that meets the fault has come to the pool. */
  async function confirmUntil(scene: Scene, faultOf: FaultOf): Promise<void> {
    const { workspace } = scene.server;
    let hasCome = false;
    workspace.fault = (request) => {
      const fault = faultOf(request);
      hasCome ||= fault !== undefined;
      return fault;
    };
    click(scene);
    await vi.waitFor(() => expect(hasCome).toBe(true), 10_000);
  }

  /** Background work sees that the time is another one, and looks at the pool. */
  async function pass(minutes: number): Promise<void> {
    await house.clock.jump(minutes * MINUTE);
    await house.clock.advance(10_000);
  }

  function carried(): Scene {
    if (carriedOut === undefined) throw new Error('The bot was not killed by a request');
    return carriedOut;
  }

  test('before it sends leaves the change waiting, to be confirmed again', async () => {
    const { server, card, request } = reading;
    expect(textOf(reading)).toContain('⏳ **Waiting**');
    expectSent(server);
    await confirm(current(server, card.id), server.approver);
    expect(textOf(reading)).toContain('📨 **Sent**');
    expectSent(server, request);
  });

  test('before the pool answers does not send again, and says that it is unknown', () => {
    const { server, request } = unanswered;
    expect(askedAgain).toContain('▌amber #1 is still open');
    expect(afterFourMinutes[0]).toContain('📤 **Sending** · no answer from the pool yet');
    const words = '❓ **Outcome unknown** · Pitboss was stopped while it was being sent';
    expect(textOf(unanswered)).toContain(words);
    expect(textOf(unanswered)).toContain('[*Mark as checked…]');
    expectSent(server, request);
  });

  test('before it saves the answer says that it is unknown, and what the pool lists', () => {
    const { server, request } = carried();
    expect(afterFourMinutes[1]).toContain('📤 **Sending** · no answer from the pool yet');
    expect(textOf(carried())).toContain('❓ **Outcome unknown**, but the pool lists it');
    expectSent(server, request);
  });

  test('among many requests has sent each at most once, and its card tells the truth', () => {
    for (const scene of crowd) {
      const { server, request } = scene;
      const isSent = server.workspace.writes.length > 0;
      const truth = isSent ? /\*\*Done\*\*|\*\*Outcome unknown\*\*/ : /Waiting|Outcome unknown/;
      expect(textOf(scene)).toMatch(truth);
      expectSent(server, ...(isSent ? [request] : []));
    }
  });
}

function textOf({ server, card }: Scene): string {
  return now(server, card);
}
