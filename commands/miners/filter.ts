import { z } from 'zod';
import type { Context } from '../../src/command.js';
import type { MinerFilter } from '../../src/pool-api/client.js';
import { siteFor } from '../shared/scope.js';
import { siteOption } from '../shared/options.js';
import { autocompleteModels, autocompleteSites } from '../shared/autocomplete-names.js';

/** All filters and sorts of the API, shared by the list and the export. */
export const filterOptions = z.object({
  site: siteOption,
  status: z.enum(['hashing', 'idle', 'offline', 'N/A']).optional().describe('Hashing status'),
  health: z.enum(['healthy', 'failing', 'N/A']).optional().describe('Health as the pool sees it'),
  model: z.string().max(100).optional().describe('Model, as the pool writes it'),
  firmware: z.enum(['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']).optional().describe('Firmware'),
  sort: z
    .enum([
      'hashrate',
      'max_temperature',
      'power',
      'model',
      'firmware',
      'ip_address',
      'last_seen_at',
    ])
    .optional()
    .describe('Sort by'),
  order: z.enum(['asc', 'desc']).optional().describe('Lowest or highest first (default: lowest)'),
  agent: z.string().max(60).optional().describe('Id of the agent that monitors the miner'),
});

export const autocompleteFilter = { site: autocompleteSites, model: autocompleteModels };

/** What the buttons store: the requested filter with its site resolved. */
export const filterInButtons = filterOptions
  .omit({ site: true })
  .extend({ siteId: z.string().optional(), siteName: z.string().optional() });
export type FilterInButtons = z.output<typeof filterInButtons>;

export async function rememberFilter(
  { site, ...filter }: z.output<typeof filterOptions>,
  context: Context,
): Promise<FilterInButtons> {
  return { ...filter, ...(await siteFor(site, context)) };
}

export function filterOf(kept: FilterInButtons): MinerFilter {
  return {
    siteId: kept.siteId,
    agentId: kept.agent,
    hashingStatus: kept.status,
    healthyStatus: kept.health,
    model: kept.model,
    firmware: kept.firmware,
    sortBy: kept.sort,
    sortOrder: kept.order,
  };
}
