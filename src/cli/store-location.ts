import { resolve } from 'node:path';
import { storeUrl } from '../config/config-values.js';
import { readVariable } from '../config/config.js';
import type { WholeLocation } from '../store/bulk/open-bulk.js';
import { UsageError } from './cli.js';

/**
 * Where a store is, as typed: a folder, `postgres://…`, `redis://…`, or `env:NAME` for a variable that
 * holds one of these, so that no password stands in the list of processes.
 */
export function storeLocation(option: string, typed: string): WholeLocation {
  const place = typed.startsWith('env:') ? readVariable(typed.slice('env:'.length)) : typed;
  if (place === undefined || place === '')
    throw new UsageError(`${option}: the variable ${typed.slice('env:'.length)} is not set.`);
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? [];
  if (scheme === undefined) return { dataDir: resolve(place), url: undefined };
  if (!SCHEMES.has(scheme.toLowerCase()))
    throw new UsageError(
      `${option}: ${scheme}:// is no store. Accepted: a folder, postgres://…, redis://…, rediss://…, or env:NAME.`,
    );
  const read = storeUrl.safeParse(place);
  if (read.success) return { dataDir: '', url: read.data };
  throw new UsageError(`${option} ${read.error.issues.map(({ message }) => message).join(' ')}`);
}

const SCHEMES = new Set(['postgres', 'postgresql', 'redis', 'rediss']);
