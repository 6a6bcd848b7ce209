import { hashOf } from '../../src/domain/json/canonical-json.js';
import type { Miner } from '../../src/pool-api/resources.js';

/** Ids that Discord returns unaltered, short enough for a value of 100 characters. */
const SELECTABLE_ID = /^[\x21-\x7e]{1,80}$/;

/**
 * Values of the select below a page: place, digest of everything that identifies the miner, id. The
 * id is left out if it isn't unique on the page.
 */
export function selectValues(page: readonly Miner[]): string[] {
  return page.map((miner, place) => {
    const { id } = miner;
    const isUnique = page.filter((each) => each.id === id).length === 1;
    const isSelectable = id && isUnique && SELECTABLE_ID.test(id);
    return [place, digestOf(miner), isSelectable ? id : ''].join(':');
  });
}

/**
 * The miner of a value on the present page: the one at the same place with the same digest, else
 * the only one with it, else, because addresses and workers change, the only one with the id.
 * Undefined rather than a guess, because people act on what they read here.
 */
export function selectedMiner(page: readonly Miner[], value: string): Miner | undefined {
  const [place, digest = '', ...id] = value.split(':');
  const here = page[Number(place)];
  if (here !== undefined && digestOf(here) === digest) return here;
  if (digest === '') return undefined;
  const alike = page.filter((each) => digestOf(each) === digest);
  const named = page.filter((each) => each.id && each.id === id.join(':'));
  const found = alike.length > 0 ? alike : named;
  return found.length === 1 ? found[0] : undefined;
}

/** Empty if nothing is known. Ids may repeat, so addresses and worker count too. */
function digestOf({ id, ip_address: ip, mac_address: mac, pool }: Miner): string {
  const known = [id, ip, mac, pool?.worker];
  return known.some(Boolean) ? hashOf(known).slice(0, 12) : '';
}
