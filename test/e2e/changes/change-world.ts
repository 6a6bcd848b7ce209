import { parseEntry, type Entry } from '../../../src/domain/changes/entry.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import { openStore } from '../../../src/store/open-store.js';
import type { LoopbackMessage, Outcome } from '../../../sandbox/discord/loopback-discord.js';
import type { PoolRequest } from '../../../sandbox/pool/loopback-pool.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, type Installation, type World } from '../world.js';

/** A connected guild whose managers may ask, and what tests of changes look at. */
export interface ChangeWorld extends World {
  /** All of this guild's changing requests, as the pool received them. */
  writes(): PoolRequest[];
  /** A message as it stands now. */
  now(message: LoopbackMessage): LoopbackMessage;
  /** The same, as text. */
  card(message: LoopbackMessage): string;
  /** What a viewer sees after pressing "Details" on it. */
  details(message: LoopbackMessage): Promise<string>;
  /** A subaccount (the first by default), and a site where it isn't. */
  elsewhere(index?: number): { subaccount: string; site: string };
  askToMove(who?: keyof World['people'], index?: number): Promise<LoopbackMessage>;
  /** The guild's trail, read from the store beside the running bot. */
  wholeTrail(): Promise<Entry[]>;
  /** The same, without the setup. */
  trail(): Promise<Entry[]>;
  /** `confirm not-allowed 123` for each refusal in it: attempt, reason, person. */
  refusals(): Promise<string[]>;
}

export async function changeWorld(house: World): Promise<ChangeWorld> {
  const world = house.neighbour({ sites: 3, subaccounts: 8, miners: 20, days: 3 });
  await world.connect();
  const managers = [...world.guild.roles.values()].find(({ name }) => name === 'Managers');
  await ask(world.as('admin'), 'setup roles', { manager: managers?.id ?? '' });

  const now = (message: LoopbackMessage) =>
    world.discord.messages(message.channelId).find(({ id }) => id === message.id) ?? message;

  function elsewhere(index = 0): { subaccount: string; site: string } {
    const { subaccounts, sites } = world.pool.workspaceOf(world.key);
    const subaccount = subaccounts[index];
    const site = sites.find(({ id }) => id !== subaccount?.siteId);
    if (subaccount === undefined || site === undefined) throw new Error('nowhere else');
    return { subaccount: subaccount.name, site: site.id };
  }

  async function wholeTrail(): Promise<Entry[]> {
    const store = await openStoreOf(world);
    const entries: Entry[] = [];
    for await (const { entry } of store.read(trailOf(world.guild.id), 1)) {
      entries.push(parseEntry(entry));
    }
    await store.close();
    return entries;
  }

  const trail = async () => (await wholeTrail()).filter(({ step }) => step !== 'set');

  return {
    ...world,
    writes: () =>
      world.pool.requests.filter(
        ({ method, authorization }) => method !== 'GET' && authorization === world.key,
      ),
    now,
    card: (message) => shown(now(message)),
    details: async (message) =>
      shown(await settledOf(world.as('viewer').click(now(message), idOf(now(message), 'Details')))),
    elsewhere,
    askToMove: (who = 'manager', index = 0) =>
      ask(world.as(who), 'subaccount move', elsewhere(index)),
    wholeTrail,
    trail,
    refusals: async () =>
      (await trail()).flatMap((entry) => {
        if (entry.step !== 'refused' || entry.actor === 'pitboss') return [];
        const { attempt, why } = entry.details;
        return [`${attempt} ${why} ${entry.actor.name}`];
      }),
  };
}

/** One whose second channel is the audit channel. */
export async function auditedWorld(house: World): Promise<{ world: ChangeWorld; audit: string }> {
  const world = await changeWorld(house);
  const audit = [...world.guild.channels.keys()][1] ?? '';
  await ask(world.as('admin'), 'setup defaults', { audit });
  return { world, audit };
}

/** The running bot's own store, opened a second time. */
export function openStoreOf({ env }: Pick<Installation, 'env'>) {
  return openStore({ dataDir: env['DATA_DIR'] ?? '', url: env['STORE_URL'] });
}

/** Clicks the card's button that confirms. */
export function confirm(
  world: ChangeWorld,
  who: keyof World['people'],
  message: LoopbackMessage,
): Promise<Outcome> {
  return world.as(who).click(message, idOf(message, 'Confirm'));
}

/** Adam requests a loosening of a rule, and Ada confirms it. */
export async function loosen(
  world: World,
  path: string,
  options: Record<string, string>,
): Promise<void> {
  await ask(world.as('admin'), path, options);
  const settings = await ask(world.as('otherAdmin'), 'setup show');
  const click = world.as('otherAdmin').click(settings, idOf(settings, 'Confirm looser rule'));
  await settledOf(click);
}

/** Everything only one person was told after a click. */
export function told({ message, followUps }: Outcome): string {
  return [message, ...followUps]
    .flatMap((each) => (each?.ephemeralFor ? [shown(each)] : []))
    .join('\n');
}
