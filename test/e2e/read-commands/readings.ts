import type { World } from '../world.js';

/** A reading command as people type it, and the heading that identifies its answer. */
export interface Reading {
  readonly path: string;
  readonly options: Record<string, string | number | boolean>;
  readonly heading: RegExp;
}

/** Every command that only reads the pool. */
export function readings({ pool, key }: World): readonly Reading[] {
  const { derivatives, fleetActions } = pool.workspaceOf(key);
  const contract = derivatives.contracts('BTC')[0]?.id ?? 'none';
  const action = fleetActions.ids[0] ?? 'none';
  return [
    { path: 'summary', options: {}, heading: /# Pool summary/ },
    { path: 'revenue', options: {}, heading: /# Revenue/ },
    { path: 'dev-fee', options: {}, heading: /# Developer fee/ },
    { path: 'balances', options: {}, heading: /# Pool balance/ },
    { path: 'derivatives contracts', options: {}, heading: /# .*[Cc]ontracts/ },
    { path: 'derivatives contract', options: { id: contract }, heading: /# .*[Cc]ontract/ },
    { path: 'derivatives payments', options: {}, heading: /# .*[Pp]ayments/ },
    { path: 'derivatives positions', options: {}, heading: /# .*[Pp]osition/ },
    { path: 'miners list', options: {}, heading: /# Miners/ },
    { path: 'miners export', options: {}, heading: /# (Your miners|No rows for a file)/ },
    { path: 'action status', options: { id: action }, heading: /# Fleet action/ },
    { path: 'subaccount list', options: {}, heading: /# Subaccounts/ },
    { path: 'payment-settings list', options: {}, heading: /# Payment settings/ },
  ];
}
