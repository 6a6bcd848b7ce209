import type { LoopbackPool } from '../../pool/loopback-pool.js';
import type { Workspace } from '../../pool/workspace.js';
import { oneOf, type Control } from './controls.js';

export interface WorkspaceKeys {
  /** Key of the server connected from the start. */
  readonly connected: string;
  /** Key of a second workspace, for connecting another server by hand. */
  readonly spare: string;
}

/** What one would look up in the pool's console, and faults of keys and access. */
export function workspaceControls(pool: LoopbackPool, keys: WorkspaceKeys): Control[] {
  const workspace = pool.workspaceOf(keys.connected);
  const { forbiddenSubaccounts } = pool.faults;
  let advanced = 0;
  return [
    {
      id: 'workspace.spare-key',
      group: 'Workspace',
      label: 'A key for /setup key',
      kind: 'text',
      read: () => keys.spare,
      write: ignore,
    },
    {
      id: 'workspace.fleet-action',
      group: 'Workspace',
      label: 'An id for /action status',
      kind: 'text',
      read: () => workspace.fleetActions.ids.at(-1) ?? '',
      write: ignore,
    },
    {
      id: 'workspace.advance',
      group: 'Workspace',
      label: 'Advance that action',
      kind: 'button',
      hint: 'A quarter of its miners each time',
      write: () => {
        const id = workspace.fleetActions.ids.at(-1);
        advanced = Math.min(1, advanced + 0.25);
        if (id !== undefined) workspace.fleetActions.advance(id, advanced);
      },
    },
    {
      id: 'workspace.contract',
      group: 'Workspace',
      label: 'An id for /derivatives contract',
      kind: 'text',
      read: () => withFigures(workspace),
      write: ignore,
    },
    {
      id: 'workspace.forbidden',
      group: 'Workspace',
      label: 'Forbid a subaccount',
      ...oneOf(
        { none: 'None', values: workspace.subaccounts.map(({ name }) => name) },
        () => [...forbiddenSubaccounts][0],
        (name) => {
          forbiddenSubaccounts.clear();
          if (name !== null) forbiddenSubaccounts.add(name);
        },
      ),
    },
    {
      id: 'workspace.revoke',
      group: 'Workspace',
      label: 'Revoke the key in use',
      kind: 'button',
      danger: true,
      hint: 'The pool answers 401 from now on',
      write: () => pool.revoke(keys.connected),
    },
  ];
}

/** One that has begun, because the first in the list have no figures yet. */
function withFigures({ derivatives, now }: Workspace): string {
  const today = new Date(now()).toISOString().slice(0, 10);
  const all = derivatives.contracts('BTC');
  return (all.find(({ startDate }) => startDate < today) ?? all[0])?.id ?? '';
}

function ignore(): void {
  // Only there to be read.
}
