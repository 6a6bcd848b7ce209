import { mapScalars, isRecord } from './walk.js';

/** More than anybody will request. */
const ENDLESS = Number.MAX_SAFE_INTEGER;
const NAMES = /^(id|name|subaccount|contract_id|worker|external_address)$/;

/** Repeats the rows for ever, renamed each time, so that no page repeats another. */
export function endlessSource(source: Source<unknown>): Source<unknown> {
  if (source.total === 0) return source;
  return {
    total: ENDLESS,
    at(index) {
      const round = Math.floor(index / source.total);
      const row = source.at(index % source.total);
      if (round === 0 || !isRecord(row)) return row;
      const renamed = mapScalars(row, (value, key) =>
        NAMES.test(key) && (typeof value === 'string' || typeof value === 'number')
          ? `${value}-${round}`
          : value,
      );
      return isRecord(renamed) ? { ...renamed, round } : row;
    },
  };
}

/** Items made when their page is requested. */
export interface Source<Item> {
  readonly total: number;
  at(index: number): Item;
}
