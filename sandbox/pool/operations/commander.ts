import { z } from 'zod';
import { readQuery, type Call, type Operation } from '../call.js';
import { realId } from '../deviations/odd-ids.js';
import { paginate } from '../paging.js';
import { refuse } from '../refusal.js';
import type { Fleet, MinerFacts } from '../workspace/miners.js';

/** 4.3 */
export const commanderOperations: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/commander/miners', run: miners },
  { method: 'GET', path: '/api/v2/commander/actions/:action_id', run: action },
];

const minerQuery = z.object({
  site_id: z.string().optional(),
  agent_id: z.string().optional(),
  hashing_status: z.enum(['hashing', 'idle', 'offline', 'N/A']).optional(),
  healthy_status: z.enum(['healthy', 'failing', 'N/A']).optional(),
  model: z.string().optional(),
  firmware: z.enum(['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']).optional(),
  sort_by: z
    .enum([
      'hashrate',
      'max_temperature',
      'power',
      'model',
      'firmware',
      'ip_address',
      'last_seen_at',
    ])
    .optional(),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});

type MinerQuery = z.output<typeof minerQuery>;

function miners(call: Call): unknown {
  const asked = readQuery(call, minerQuery);
  const query = {
    ...asked,
    site_id: uuid(call, 'site_id', asked.site_id),
    agent_id: uuid(call, 'agent_id', asked.agent_id),
  };
  const { fleet } = call.workspace;
  const order = orderOf(fleet, query);
  const { items, pagination } = paginate(
    call,
    { parameter: 'page_number', size: 25 },
    {
      total: order.length,
      at: (index) => fleet.miner(order[index] ?? 0),
    },
  );
  return { miners: items, pagination };
}

function uuid(call: Call, name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const id = realId(call.deviations, value);
  return z.guid().safeParse(id).success ? id : refuse(400, `${name}: must be a UUID`);
}

/** Each fleet's latest orders, so that walking 4,000 pages doesn't sort 4,000 times. */
const orders = new WeakMap<Fleet, Map<string, Uint32Array>>();
const keptOrders = 4;

/** Indexes of matching miners in the requested order; ties, or no order, go by index. */
function orderOf(fleet: Fleet, query: MinerQuery | Partial<MinerQuery>): Uint32Array {
  const known = orders.get(fleet) ?? new Map<string, Uint32Array>();
  orders.set(fleet, known);
  const key = JSON.stringify([fleet.conditions.revision(), query]);
  const order = known.get(key) ?? sortFleet(fleet, query);
  known.delete(key);
  known.set(key, order);
  const oldest = known.keys().next();
  if (known.size > keptOrders && !oldest.done) known.delete(oldest.value);
  return order;
}

function sortFleet(fleet: Fleet, query: Partial<MinerQuery>): Uint32Array {
  const passing: { index: number; rank: number | string }[] = [];
  for (let index = 0; index < fleet.size; index++) {
    const facts = fleet.facts(index);
    if (passes(facts, query)) passing.push({ index, rank: rankOf(facts, index, query.sort_by) });
  }
  const sign = query.sort_order === 'desc' ? -1 : 1;
  passing.sort((a, b) => sign * compare(a.rank, b.rank) || a.index - b.index);
  return Uint32Array.from(passing, ({ index }) => index);
}

function passes(facts: MinerFacts, query: Partial<MinerQuery>): boolean {
  const pairs = [
    [query.site_id, facts.site.id],
    [query.agent_id, facts.agentId],
    [query.hashing_status, facts.hashing],
    [query.healthy_status, facts.healthy],
    [query.model, facts.model.name],
    [query.firmware, facts.firmware.name],
  ];
  return pairs.every(([wanted, value]) => wanted === undefined || wanted === value);
}

function rankOf(facts: MinerFacts, index: number, sortBy: MinerQuery['sort_by']): number | string {
  switch (sortBy) {
    case 'hashrate':
      return facts.hashrate;
    case 'max_temperature':
      return facts.temperature;
    case 'power':
      return facts.power;
    case 'model':
      return facts.model.name;
    case 'firmware':
      return facts.firmware.name;
    case 'last_seen_at':
      return -facts.unseen;
    case 'ip_address':
      return facts.ip;
    case undefined:
      return index;
  }
  return sortBy satisfies never;
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function action(call: Call): unknown {
  const id = realId(call.deviations, call.param('action_id'));
  return call.workspace.fleetActions.read(id) ?? refuse(404, 'Action not found');
}
