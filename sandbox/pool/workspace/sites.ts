import { addDays } from './days.js';
import { keyed, keyedUuid } from './random.js';

export interface Site {
  readonly id: string;
  /** Two sites may have the same name. */
  name: string;
  /** The agents that watch its miners. */
  readonly agentIds: readonly string[];
}

export interface PoolSubaccount {
  readonly id: number;
  readonly name: string;
  siteId: string;
  /** Timestamp. */
  readonly createdAt: string;
  /** The block of the fleet that mines for it; null for one created later. */
  readonly block: number | null;
}

const siteNames = [
  'Pecos Flats',
  'Cedar Ridge',
  'Niagara East',
  'Lone Mesa',
  'Skellefte North',
  'Maple Creek',
  'Black Butte',
  'Rio Hondo',
];

const lineNames = ['hydro', 'air', 'immersion', 'hosted', 'reserve', 'lab'];

export function createSites(seed: number, count: number): Site[] {
  return Array.from({ length: count }, (_, index) => ({
    id: keyedUuid(seed, 'site', index),
    name: `${nameAt(siteNames, index)}${nth(Math.floor(index / siteNames.length))}`,
    agentIds: [0, 1].map((agent) => keyedUuid(seed, 'agent', index, agent)),
  }));
}

export function createSubaccounts(
  seed: number,
  count: number,
  sites: readonly Site[],
): PoolSubaccount[] {
  return Array.from({ length: count }, (_, index) => {
    const site = sites[index % sites.length];
    if (!site) throw new RangeError('A workspace needs at least one site');
    const turn = Math.floor(index / sites.length);
    const line = `${nameAt(lineNames, turn)}${Math.floor(turn / lineNames.length) || ''}`;
    return {
      id: 41_203 + index * 7,
      name: `${site.name.toLowerCase().replaceAll(' ', '-')}-${line}`,
      siteId: site.id,
      createdAt: `${addDays('2023-05-02', Math.floor(keyed(seed, 'since', index) * 500))}T15:04:00Z`,
      block: index,
    };
  });
}

function nameAt(names: readonly string[], index: number): string {
  return names[index % names.length] ?? '';
}

function nth(turn: number): string {
  return turn === 0 ? '' : ` ${turn + 1}`;
}
