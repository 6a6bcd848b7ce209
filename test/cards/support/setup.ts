import type { Context } from '../../../commands/context.js';
import { setup } from '../../../commands/setup.js';
import { ChannelError } from '../../../src/discord/channels.js';
import type { Answer, Member } from '../../../src/discord/command.js';
import { parseCustomId } from '../../../src/discord/custom-id.js';
import { UserError } from '../../../src/errors.js';
import type { PoolError } from '../../../src/pool/pool-error.js';
import type { Pool } from '../../../src/pool/pool.js';
import { ADAM, NOW, openGuilds } from '../../guilds/support.js';
import { replyText } from '../../support/reply-text.js';

const HERE = '300';
export const KEY = 'lpk_good_3ebd';

/** Who runs the commands, where, and what Discord and the pool refuse; `fresh` before each test. */
export interface Scene {
  member: Member;
  guildId: string;
  missing: Record<string, readonly string[] | ChannelError>;
  silentRoles: string[];
  failures: Record<string, PoolError>;
  refused: string[];
  /** Daily posts and alert rules, as far as setup reads them. */
  posts: object[];
  rules: object[];
}

/** `/setup` on a real store, with answers as readable lines. */
export async function openSetup() {
  const house = await openGuilds();
  const usual = () => ({
    member: ADAM,
    missing: {},
    silentRoles: [],
    failures: {},
    refused: [],
    posts: [],
    rules: [],
  });
  const scene: Scene = { guildId: '1000', ...usual() };

  const channels = {
    async missingPermissions(id: string) {
      const found = scene.missing[id] ?? [];
      if (found instanceof ChannelError) throw found;
      return found;
    },
    canPing: async (_: string, role: string) => !scene.silentRoles.includes(role),
  };

  const pool = new Proxy(
    {},
    {
      get: (_, name: string) => {
        if (name === 'fresh') return () => pool;
        if (name === 'siteNamed') return async (typed: string) => ({ id: 'a', name: typed });
        if (name === 'subaccountNamed') return async (typed: string) => ({ name: typed });
        return async () => {
          if (scene.failures[name]) throw scene.failures[name];
          return { rows: [], readAt: NOW, refused: name === 'devFee' ? scene.refused : [] };
        };
      },
    },
  );

  async function context(): Promise<Context> {
    const { guildId, member } = scene;
    const { settings } = await house.guilds.find(guildId);
    const { guilds } = house;
    const [daily, alerts] = [
      { list: async () => scene.posts },
      { all: async () => ({ rules: scene.rules }) },
    ];
    const parts = { guildId, channelId: HERE, member, settings, guilds, channels, daily, alerts };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what no setup command uses is left out
    return { ...parts, pool: pool as Pool, clock: { now: () => NOW } } as unknown as Context;
  }

  return {
    house,
    scene,
    /** Another server, where all is as usual. */
    fresh: () => {
      house.time.now = NOW;
      Object.assign(scene, usual(), { guildId: String(Number(scene.guildId) + 1) });
    },
    connect: () => house.guilds.connect(scene.guildId, ADAM, KEY),
    run: async (name: string, options: Record<string, unknown> = {}): Promise<string[]> => {
      const command = setup.commands.find((each) => each.name === `setup ${name}`);
      return text(async () => command?.run(options, await context()));
    },
    act: async (id: string, fields: Record<string, string> = {}): Promise<string[]> => {
      const { kind, args } = parseCustomId(id);
      const action = setup.actions.find((each) => each.kind === kind);
      return text(async () => action?.run({ args, selected: [], fields }, await context()));
    },
  };
}

async function text(work: () => Promise<Answer | undefined>): Promise<string[]> {
  try {
    const answer = await work();
    return answer === undefined ? ['nothing answered'] : replyText(answer).split('\n');
  } catch (error) {
    if (error instanceof UserError) return [`refused | ${error.title}`, error.sentence];
    throw error;
  }
}
