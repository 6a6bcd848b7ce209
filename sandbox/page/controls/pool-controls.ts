import type { Deviation, LoopbackPool, PoolFault, PoolFaults } from '../../pool/loopback-pool.js';
import { choicesOf, type Control } from './controls.js';

/** Each of them is a value of `PoolFault`; the record keeps the list complete. */
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
  'key-echoed': 'Does it, and says the key',
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
  'hostile-text': 'Hostile text',
  'long-digits': 'Very long digits',
};

const errorBodies: readonly PoolFaults['errorBody'][] = ['nested', 'flat', 'text', 'html', 'none'];

/** Everything the loopback pool can be told to do wrong. */
export function poolControls(pool: LoopbackPool): Control[] {
  const { faults } = pool;
  const faultChoices = faultList();
  return [
    {
      id: 'pool.latency',
      group: 'Pool',
      label: 'Speed',
      kind: 'choice',
      choices: [
        { value: '0', label: 'Fast' },
        { value: '400', label: '0.4 s' },
        { value: '1500', label: 'Slow (1.5 s)' },
        { value: '5000', label: 'Very slow (5 s)' },
      ],
      read: () => `${faults.latencyMs}`,
      write: (value) => {
        faults.latencyMs = Number(value);
      },
    },
    {
      id: 'pool.always',
      group: 'Pool',
      label: 'Every request',
      kind: 'choice',
      choices: [{ value: '', label: 'Works' }, ...faultChoices],
      read: () => `${faults.always ?? ''}`,
      write: (value) => {
        faults.always = toFault(value);
      },
    },
    {
      id: 'pool.next',
      group: 'Pool',
      label: 'Next request only',
      kind: 'choice',
      choices: [{ value: '', label: 'Works' }, ...faultChoices],
      read: () => `${faults.next[0] ?? ''}`,
      write: (value) => {
        const fault = toFault(value);
        faults.next = fault === null ? [] : [fault];
      },
    },
    {
      id: 'pool.retry-after',
      group: 'Pool',
      label: 'Retry-After with 429',
      kind: 'choice',
      choices: choicesOf('None', [1, 5, 60]),
      read: () => `${faults.retryAfterSeconds ?? ''}`,
      write: (value) => {
        faults.retryAfterSeconds = value === '' ? null : Number(value);
      },
    },
    {
      id: 'pool.error-body',
      group: 'Pool',
      label: 'Body of an error',
      kind: 'choice',
      choices: errorBodies.map((value) => ({ value, label: value })),
      read: () => faults.errorBody,
      write: (value) => {
        faults.errorBody = errorBodies.find((body) => body === value) ?? 'nested';
      },
    },
    {
      id: 'pool.reset',
      group: 'Pool',
      label: 'All back to normal',
      kind: 'button',
      hint: 'Faults and differences off',
      write: () => behave(pool),
    },
    ...deviationControls(pool),
  ];
}

function behave({ faults, deviations }: LoopbackPool): void {
  faults.latencyMs = 0;
  faults.always = null;
  faults.next = [];
  faults.only = null;
  faults.retryAfterSeconds = null;
  faults.errorBody = 'nested';
  faults.forbiddenSubaccounts.clear();
  deviations.clear();
}

function deviationControls({ deviations }: LoopbackPool): Control[] {
  // Object.keys forgets the key type that the record above was declared with.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = Object.keys(deviationWords) as Deviation[];
  return all.map((deviation) => ({
    id: `deviation.${deviation}`,
    group: 'Pool differs from its description',
    label: deviationWords[deviation],
    kind: 'toggle',
    read: () => deviations.has(deviation),
    write: (value) => {
      if (value === true) deviations.add(deviation);
      else deviations.delete(deviation);
    },
  }));
}

function faultList() {
  return Object.entries(faultWords).map(([value, label]) => ({ value, label }));
}

function toFault(value: string | boolean): PoolFault | null {
  if (typeof value !== 'string' || !(value in faultWords)) return null;
  // The record's keys are exactly the faults; those that are numbers are written as digits.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (/^\d+$/.test(value) ? Number(value) : value) as PoolFault;
}
