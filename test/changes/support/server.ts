import { createSecretKey } from 'node:crypto';
import type { Change } from '../../../src/changes/change.js';
import { createChanges } from '../../../src/changes/changes.js';
import type { Request } from '../../../src/changes/propose.js';
import type { Clock } from '../../../src/clock.js';
import type { Channels } from '../../../src/discord/channels.js';
import type { Reply } from '../../../src/discord/reply.js';
import type { Member } from '../../../src/guilds/access.js';
import { createGuilds } from '../../../src/guilds/guilds.js';
import { createOutbox } from '../../../src/jobs/outbox.js';
import { createMetrics } from '../../../src/ops/metrics.js';
import type { Pool } from '../../../src/pool/pool.js';
import { createGuildCache } from '../../../src/guild-cache.js';
import type { Store } from '../../../src/store/store.js';
import { createFakeChannels } from '../../support/fake-channels.js';
import { silentLog as log } from '../../support/silent-log.js';
import { createWorkspace, type Click, type Workspace } from './workspace.js';

const START = Date.parse('2026-11-29T12:00:00Z');
export const [MANAGER, APPROVER] = ['50', '60'];
export const GENERAL = 'general';
export const AUDIT = 'audit';

const person = (id: string, roleIds: string[], permissions = 0n): Member => ({
  id,
  name: id,
  roleIds,
  permissions,
});

export const PEOPLE = {
  adam: person('201', [], 1n << 5n),
  anna: person('202', [], 1n << 3n),
  marek: person('301', [MANAGER]),
  mina: person('302', [MANAGER]),
  sofia: person('401', [APPROVER]),
  vera: person('501', []),
} as const;

/** Stands still. Who sleeps wakes at once, or when the wait is broken off. */
export function createStillClock(): Clock & { time: number } {
  const clock = {
    time: START,
    now: () => clock.time,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) =>
        signal ? signal.addEventListener('abort', () => resolve()) : setImmediate(resolve),
      ),
    every: () => () => {},
  };
  return clock;
}

const metrics = createMetrics();
const masterKey = createSecretKey(Buffer.alloc(32, 1));

interface Outside {
  readonly store: Store;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'post' | 'edit' | 'recent'>;
  readonly pool: (key: string, click: Click | null) => Pool;
}

/** What a process remembers for up to five seconds, others that share the store do not know. */
function withOwnMemory({ store, clock }: Pick<Outside, 'store' | 'clock'>): Store {
  const { get: kept, drop } = createGuildCache(clock, 5_000);
  const inGuild: Store['inGuild'] = (id, work) => store.inGuild(id, work).finally(() => drop(id));
  return { ...store, inGuild, kept, newCache: () => createGuildCache(clock, 5_000) };
}

/** Changes as one process runs them. */
export function startProcess({ pool, ...shared }: Outside) {
  const outside = { ...shared, store: withOwnMemory(shared) };
  let clicked: Click | null = null;
  const poolApi = { forKey: (key: string) => pool(key, clicked) };
  const guilds = createGuilds({ ...outside, poolApi, masterKey });
  const outbox = createOutbox({ ...outside, leader: { isLeader: () => true }, metrics, log });
  const changes = createChanges({ ...outside, guilds, outbox, log });

  /** The workspace as a command has it, whose reads and request are those of `click`. */
  async function poolFor(guildId: string, click: Click) {
    const guild = await guilds.find(guildId);
    clicked = click;
    try {
      return { pool: guilds.pool(guild), keyVersion: guild.keyVersion };
    } finally {
      clicked = null;
    }
  }
  return { guilds, outbox, changes, poolFor };
}

export type Process = ReturnType<typeof startProcess>;

export interface Server {
  readonly guildId: string;
  readonly clock: Clock & { time: number };
  readonly store: Store;
  readonly workspace: Workspace;
  readonly channels: ReturnType<typeof createFakeChannels>;
  /** Two on one store. */
  readonly processes: readonly [Process, Process];
  /** What the pool listed when each change was asked for, by its number. */
  readonly shown: Map<number, string>;
}

let servers = 0;

/** A Discord server of its own with a workspace of its own, connected by Adam. */
export async function newServer(store: Store, clock: Clock & { time: number }): Promise<Server> {
  const workspace = createWorkspace(clock);
  const channels = createFakeChannels(clock);
  const outside = { store, clock, channels, pool: workspace.pool };
  const server: Server = {
    guildId: `g${++servers}`,
    clock,
    store,
    workspace,
    channels,
    processes: [startProcess(outside), startProcess(outside)],
    shown: new Map(),
  };
  const { guilds } = server.processes[0];
  await guilds.connect(server.guildId, PEOPLE.adam, 'lpk_test_0000');
  await guilds.configure(server.guildId, PEOPLE.adam, (settings) => ({
    ...settings,
    roles: { viewer: [], manager: [MANAGER], approver: [APPROVER] },
    pingRole: APPROVER,
    auditChannel: AUDIT,
  }));
  return server;
}

/** Asks for a change and puts its card into the channel, as an answer to a command. */
export async function ask(
  { guildId, channels, shown }: Server,
  { changes, poolFor }: Process,
  asked: { readonly member: Member; readonly request: Request | Change; readonly touches: string },
): Promise<number> {
  const { member, request, touches } = asked;
  const click: Click = { member, number: null, typed: [], touches, reads: [] };
  const asker = { guildId, channelId: GENERAL, member, ...(await poolFor(guildId, click)) };
  const reply: Reply =
    'number' in request
      ? await changes.askAgain(asker, request)
      : await changes.propose(asker, request);
  const number = Number(/^#(\d+) /.exec(reply.cards?.[0]?.title ?? '')?.[1]);
  shown.set(number, click.reads.at(-1) ?? 'not read');
  await reply.onPosted?.(await channels.post(GENERAL, reply));
  return number;
}

export async function confirm(
  { guildId, shown }: Server,
  { changes, poolFor }: Process,
  confirmed: { readonly member: Member; readonly number: number; readonly typed?: string[] },
): Promise<void> {
  const { member, number, typed = [] } = confirmed;
  const { touches } = await changes.find({ guildId, number });
  const click: Click = { member, number, typed, touches, reads: [] };
  const asker = { guildId, channelId: GENERAL, member, ...(await poolFor(guildId, click)) };
  await changes.confirm(asker, { number, typed });
  const { state, replacedBy } = await changes.find({ guildId, number });
  // A second read was for the change that took its place.
  if (state === 'drifted' && replacedBy !== null && click.reads.length > 1)
    shown.set(replacedBy.number, click.reads.at(-1) ?? 'not read');
}

/** The last six characters of each new address, as whoever confirms types them. */
export function endsOf({ request }: Pick<Change, 'request'>): string[] {
  const { addresses } = request.body;
  if (!Array.isArray(addresses)) return [];
  const added = addresses.filter((each) => each.address_id === undefined);
  return added.map((each) => String(each.external_address).slice(-6));
}

/** Posts all that is due, and what comes of it. */
export async function deliver({ outbox }: Pick<Process, 'outbox'>): Promise<void> {
  for (let round = 0; round < 3; round++) await outbox.deliver();
}
