import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopbackDiscord, LoopbackMessage } from '../../sandbox/discord/loopback-discord.js';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import type { Connected } from './connect-guild.js';

const GIVE_UP_MS = 30_000;

interface MoverParts {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly key: string;
  readonly guild: Connected;
}

/** One person who moves subaccounts to other sites, a different one each time. */
export function createMover({ discord, pool, key, guild }: MoverParts) {
  const { subaccounts, sites } = pool.workspaceOf(key);
  let moves = 0;

  function titleNow({ id }: LoopbackMessage): string {
    const now = discord.messages(guild.channelId).find((message) => message.id === id);
    return String(now?.embeds[0]?.['title']);
  }

  return {
    /** Resolves with the card. */
    async ask(): Promise<LoopbackMessage> {
      const subaccount = subaccounts[moves++ % subaccounts.length];
      // The bot can't know a site without subaccounts.
      const site = sites.find(
        ({ id }) => id !== subaccount?.siteId && subaccounts.some(({ siteId }) => siteId === id),
      );
      const options = { subaccount: subaccount?.name ?? '', site: site?.id ?? '' };
      return (await guild.admin.command('subaccount move', options)).settled();
    },
    /** Resolves once the card shows the outcome. */
    async confirm(card: LoopbackMessage): Promise<void> {
      await guild.admin.click(card, buttonOf(card));
      const latest = performance.now() + GIVE_UP_MS;
      while (!/Sent: |Done: |Outcome unknown/.test(titleNow(card))) {
        if (performance.now() > latest) throw new Error(`the card says ${titleNow(card)}`);
        await sleep(1);
      }
    },
  };
}

function buttonOf({ components, embeds }: LoopbackMessage): string {
  const id = /"custom_id":"(change-confirm:[^"]+)"/.exec(JSON.stringify(components))?.[1];
  if (id === undefined) throw new Error(`no button confirms: ${JSON.stringify(embeds)}`);
  return id;
}
