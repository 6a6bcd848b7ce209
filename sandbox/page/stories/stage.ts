import type { LoopbackDiscord, LoopbackMessage } from '../../discord/loopback-discord.js';
import type { PoolConsole } from '../../pool/pool-operator.js';
import type { LoopbackPool } from '../../pool/loopback-pool.js';
import type { Workspace } from '../../pool/workspace.js';
import type { PoolSubaccount, Site } from '../../pool/workspace/sites.js';
import type { PlaygroundClock } from '../bot/playground-clock.js';
import { calmPool, calmSites } from '../controls/pool-controls.js';
import type { Interactions } from '../interactions.js';
import type { CommandToWrite } from '../protocol.js';
import type { Cast } from '../world.js';

/** Everything the stories use. */
export interface Stage {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly workspace: Workspace;
  readonly console: PoolConsole;
  readonly cast: Cast;
  readonly interactions: Interactions;
  readonly clock: PlaygroundClock;
  readonly letDayPass: () => Promise<void>;
  /** Starts the bot if it isn't running. */
  readonly wakeBot: () => Promise<void>;
}

/** A subaccount without an open change, and sites it could move to. */
export interface Subject {
  readonly subaccount: PoolSubaccount;
  readonly name: string;
  readonly from: Site;
  readonly others: readonly [Site, Site];
}

/** Faults off, bot up, changes possible, whatever somebody tried before. */
export async function setStage(stage: Stage): Promise<void> {
  const { pool, workspace, cast, discord } = stage;
  calmPool(pool);
  calmSites(workspace);
  Object.assign(workspace.requiresApproval, { moves: false, payments: true });
  await stage.wakeBot();
  // Who was refused to freeze or unfreeze has a private answer.
  const last = messagesOf(stage).findLast(({ embeds }) =>
    /hanges are.* frozen$/.test(titleOf(embeds)),
  );
  if (last === undefined || titleOf(last.embeds).includes('no longer')) return;
  const admin = discord.as(cast.admin, last.channelId);
  await admin.command('changes unfreeze', { reason: 'a story begins' });
}

export function moveCommand(subaccount: string, site: Site): CommandToWrite {
  return { path: 'subaccount move', options: { subaccount, site: site.name } };
}

function titleOf([first]: LoopbackMessage['embeds']): string {
  return typeof first?.['title'] === 'string' ? first['title'] : '';
}

/** Of all channels, oldest first. */
export function messagesOf({ discord, cast }: Pick<Stage, 'discord' | 'cast'>): LoopbackMessage[] {
  const all = [...cast.guild.channels.keys()].flatMap((id) => discord.messages(id));
  return all.toSorted((one, other) => one.createdAt - other.createdAt);
}

/** Presses its button of this kind, the start of a custom id, if it has one. */
export async function pressIfThere(
  person: ReturnType<LoopbackDiscord['as']>,
  message: LoopbackMessage,
  kind: string,
): Promise<void> {
  const id = new RegExp(`"custom_id":"(${kind}[^"]+)"`).exec(
    JSON.stringify(message.components),
  )?.[1];
  if (id !== undefined) await (await person.click(message, id)).settled();
}

/** Whether it has a button of this kind, the start of a custom id. */
export function hasButton({ components }: LoopbackMessage, kind: string): boolean {
  const all = JSON.stringify(components);
  return [':', '"'].some((end) => all.includes(`"custom_id":"${kind}${end}`));
}

export function mentions({ content, embeds }: LoopbackMessage, words: string): boolean {
  // A name may appear plain or with markdown's escapes.
  return JSON.stringify([content, embeds]).replaceAll('\\', '').includes(words);
}

export function pickSubject(stage: Stage): Subject {
  const { sites, subaccounts } = stage.workspace;
  const busy = messagesOf(stage).filter(
    (message) => hasButton(message, 'change-cancel') || hasButton(message, 'change-resolve'),
  );
  const mining = subaccounts.filter(({ block }) => block !== null);
  const subaccount =
    mining.find(({ name }) => !busy.some((message) => mentions(message, name))) ?? mining[0];
  const from = sites.find(({ id }) => id === subaccount?.siteId);
  const [first, second] = sites.filter((site) => site !== from);
  if (!subaccount || !from || !first || !second) throw new Error('The stories need three sites');
  return { subaccount, name: subaccount.name, from, others: [first, second] };
}
