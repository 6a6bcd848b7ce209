import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { guildIdOf } from '../../sandbox/discord/state.js';
import { listenOn } from '../../sandbox/listen.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { Row } from '../rows/row.js';

export const FLEET = 100_000;
const PAGE = 1_000;
export const JSON_TYPE = { 'content-type': 'application/json' };
/** Those of every workspace. */
export const SUBACCOUNTS = Array.from({ length: 50 }, (_, index) => `hall-${index + 1}`);

export async function openPool({ guilds, connected = guilds, poolMs = 0, ...row }: Row) {
  const sandbox = await startPool();
  const workspace = sandbox.addWorkspace({ size: 'small' });
  const servers = Array.from({ length: connected }, (_, index) => guildIdOf(index + 1));
  const keyOf = (id: string) => (row.isLive ? workspace.key : `lpk_${id.padStart(40, '0')}`);
  /** By server. */
  const keys = new Map(servers.map((id) => [id, keyOf(id)]));
  if (row.isLive)
    return { url: sandbox.url, workspace, keys, reads: () => workspace.requests.length };
  const headers = { authorization: workspace.key };
  const [one] = workspace.subaccounts;
  const [miner] = workspace.miners;
  const kept = new Map<string, ReturnType<typeof answerTo>>();
  let reads = 0;

  /** In place of the sandbox's answer. */
  function made({ pathname, searchParams }: URL): object | null {
    const pagination = { next_page_url: null };
    if (pathname === '/api/v2/pool/subaccounts') {
      const subaccounts = SUBACCOUNTS.map((name, index) => ({ ...one, id: 7_000 + index, name }));
      return { subaccounts, pagination };
    }
    if (pathname !== '/api/v2/commander/miners') return null;
    if (searchParams.get('healthy_status') === 'failing') return { miners: [], pagination };
    if (!row.isLarge) return null;
    const number = Number(searchParams.get('page_number'));
    const ids = Array.from({ length: PAGE }, (_, index) => `miner-${number}-${index}`);
    const next_page_url = number * PAGE === FLEET ? null : `?page_number=${number + 1}`;
    return { miners: ids.map((id) => ({ ...miner, id })), pagination: { next_page_url } };
  }

  async function answerTo(url: URL) {
    const instead = made(url);
    const answer = instead ? Response.json(instead) : await fetch(url, { headers });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    reads += 1;
    const url = new URL(request.url ?? '', sandbox.url);
    if (url.pathname.includes('/pool/'))
      url.searchParams.set('subaccount_names', String(one?.['name']));
    const answer = kept.get(url.href) ?? answerTo(url);
    kept.set(url.href, answer);
    const { status, body } = await answer;
    if (poolMs > 0) await sleep(poolMs);
    response.writeHead(status, { ...JSON_TYPE, 'content-length': body.length }).end(body);
  }

  const server = createServer((request, response) => void serve(request, response));
  return { url: await listenOn(server), workspace, keys, reads: () => reads };
}
