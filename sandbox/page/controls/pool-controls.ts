import type { Deviation, LoopbackPool, PoolFault, PoolFaults } from '../../pool/loopback-pool.js';
import { createFaults } from '../../pool/faults.js';
import type { Workspace } from '../../pool/workspace.js';
import { oneOf, speed, toggle, type Control } from './controls.js';

/** Covers every value of `PoolFault`; the record type keeps it complete. */
const faultWords: Record<PoolFault, string> = {
  hang: 'Never answers',
  reset: 'Unreachable (connection reset)',
  'reset-after-effect': 'Does it, then resets',
  'half-json': 'Half a JSON',
  html: 'An HTML page',
  empty: 'An empty body',
  'plain-text': 'Plain text',
  huge: 'A huge body',
  '500-after-effect': 'Does it, then 500',
  redirect: 'A redirect',
  'error-in-200': 'An error inside a 200',
  'key-echoed': 'Does it; the answer has the API key',
  '25-mb': 'Does it, answers 25 MB',
  'no-route': 'Has no such route',
  400: '400 Bad request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not found',
  429: '429 Rate-limited',
  500: '500 Failing',
  503: '503 Unavailable',
};

const deviationWords: Record<Deviation, string> = {
  'null-fields': 'Fields are null',
  'missing-fields': 'Fields are missing',
  'null-lists': 'Lists are null',
  'unknown-fields': 'Unknown fields',
  'unknown-enums': 'Unknown words',
  'numbers-as-strings': 'Numbers as strings',
  'strings-as-numbers': 'Strings as numbers',
  'odd-ids': 'Odd ids',
  'subaccount-site-null': 'Subaccount without site',
  'subaccount-flat-site': 'Subaccount with flat site',
  'subaccount-bare': 'Subaccount bare',
  'camel-case-actions': 'Actions in camelCase',
  'metadata-null': 'Metadata is null',
  'contract-wrapped': 'Contract wrapped',
  'revenue-flat': 'Revenue flat',
  'revenue-many-types': 'Revenue of many types',
  'item-count-is-page-length': 'Count is the page length',
  'next-page-relative': 'Next page relative',
  'next-page-drops-filters': 'Next page drops filters',
  'next-page-foreign-host': 'Next page on a foreign host',
  'next-page-never-null': 'Next page never ends',
  'last-page-repeats': 'Last page repeats',
  'pages-never-end': 'Pages never end',
  'page-size-ignored': 'All rows in one page',
  'page-number-zero': 'Pages count from zero',
  'yesterday-empty': 'Yesterday not there yet',
  'filter-required': 'A filter is required',
  'both-filters-refused': 'Both filters refused',
  'future-end-refused': 'Future end refused',
  'page-size-capped': 'Page size capped',
  'v2-payments-missing': 'Payments v2 missing',
  'contract-ids': 'Contracts with ids',
  'hostile-text': 'Hostile text',
  'long-digits': 'Very long digits',
};

const errorBodies: readonly PoolFaults['errorBody'][] = ['nested', 'flat', 'text', 'html', 'none'];

// Object.keys loses the key type of the record above.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const deviations = Object.keys(deviationWords) as Deviation[];
const faultKinds = Object.keys(faultWords).map(toFault);

/** Every fault of the loopback pool. */
export function poolControls(pool: LoopbackPool, workspace: Workspace): Control[] {
  const { faults } = pool;
  const group = 'Pool';
  const fault = { none: 'Works', values: faultKinds, label: (kind: PoolFault) => faultWords[kind] };
  return [
    {
      id: 'pool.latency',
      group,
      label: 'Speed',
      ...speed(faults, { 0: 'Fast', 400: '0.4 s', 1500: 'Slow (1.5 s)', 5000: 'Very slow (5 s)' }),
    },
    {
      id: 'pool.always',
      group,
      label: 'Every request',
      ...oneOf(
        fault,
        () => faults.always,
        (chosen) => void (faults.always = chosen),
      ),
    },
    {
      id: 'pool.next',
      group,
      label: 'Next request only',
      ...oneOf(
        fault,
        () => faults.next[0],
        (chosen) => void (faults.next = chosen === null ? [] : [chosen]),
      ),
    },
    {
      id: 'pool.retry-after',
      group,
      label: 'Retry-After with 429',
      ...oneOf(
        { none: 'None', values: [1, 5, 60] },
        () => faults.retryAfterSeconds,
        (seconds) => void (faults.retryAfterSeconds = seconds),
      ),
    },
    {
      id: 'pool.error-body',
      group,
      label: 'Body of an error',
      kind: 'choice',
      choices: () => errorBodies.map((value) => ({ value, label: value })),
      read: () => faults.errorBody,
      write: (value) => {
        faults.errorBody = errorBodies.find((body) => body === value) ?? 'nested';
      },
    },
    {
      id: 'pool.reset',
      group,
      label: 'All back to normal',
      kind: 'button',
      hint: 'Faults and differences off, power everywhere',
      write: () => {
        calmPool(pool);
        calmSites(workspace);
      },
    },
    ...deviations.map((deviation) => ({
      id: `deviation.${deviation}`,
      group: 'Pool differs from its description',
      label: deviationWords[deviation],
      ...toggle(
        () => pool.deviations.has(deviation),
        (on) => void (on ? pool.deviations.add(deviation) : pool.deviations.delete(deviation)),
      ),
    })),
  ];
}

/** Removes all faults and deviations; keeps the set of forbidden subaccounts, emptied. */
export function calmPool({ faults, deviations: differences }: LoopbackPool): void {
  const { forbiddenSubaccounts } = faults;
  Object.assign(faults, createFaults(), { forbiddenSubaccounts });
  forbiddenSubaccounts.clear();
  differences.clear();
}

/** Power everywhere, nothing hot, every figure given. */
export function calmSites({ conditions, rewrites }: Workspace): void {
  conditions.calm();
  rewrites.clear();
}

function toFault(name: string): PoolFault {
  // The record's keys are exactly the faults, with numbers written as digits.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (/^\d+$/.test(name) ? Number(name) : name) as PoolFault;
}
