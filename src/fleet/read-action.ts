import { actionButtons, actionCard } from '../cards/fleet-action.js';
import type { Caller } from '../discord/command.js';
import type { Memory } from '../discord/custom-id.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Pool } from '../pool/pool.js';
import { siteNameOf } from './miner-pages.js';

type Asking = Pick<Caller, 'guildId'> &
  Pick<Memory, 'remember'> & { readonly pool: Pool; readonly guilds: Pick<Guilds, 'noteId'> };

/** A fleet action and what its message needs; its id is suggested from then on. */
export async function readAction(id: string, { pool, guilds, guildId, remember }: Asking) {
  const read = await pool.action(id);
  const [siteName, token] = await Promise.all([
    siteNameOf(read.value.site_id, pool),
    remember(id),
    guilds.noteId(guildId, 'action', id),
  ]);
  return { read, siteName, token };
}

export async function actionReply(id: string, asking: Asking): Promise<Reply> {
  const { read, siteName, token } = await readAction(id, asking);
  return cardReply(actionCard(read, siteName), { rows: [actionButtons(read.value, token)] });
}
