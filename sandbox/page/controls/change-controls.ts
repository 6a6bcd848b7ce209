import type { PoolConsole } from '../../pool/pool-operator.js';
import type { LoopbackPool } from '../../pool/loopback-pool.js';
import type { Workspace } from '../../pool/workspace.js';
import { toggle, type Control } from './controls.js';

const group = 'Changes';

/**
 * What people do in the pool's own console while the bot waits: approve and reject workspace
 * actions, and change things behind its back.
 */
export function changeControls(
  { faults }: LoopbackPool,
  workspace: Workspace,
  console: PoolConsole,
): Control[] {
  const { actions, requiresApproval, subaccounts, sites } = workspace;
  const waiting = () =>
    actions.records
      .filter(({ status }) => status === 'PENDING')
      .map(({ id, action_name: name }) => ({ value: id, label: `${name} ${id.slice(0, 8)}` }));
  const names = () => subaccounts.map(({ name }) => ({ value: name, label: name }));

  return [
    {
      id: 'changes.approve',
      group,
      label: 'Approve a workspace action',
      ...actingOn(waiting, console.approve),
    },
    {
      id: 'changes.reject',
      group,
      label: 'Reject a workspace action',
      ...actingOn(waiting, console.reject),
    },
    {
      id: 'changes.moves-approval',
      group,
      label: 'Moves need approval',
      ...toggle(
        () => requiresApproval.moves,
        (on) => void (requiresApproval.moves = on),
      ),
    },
    {
      id: 'changes.payments-at-once',
      group,
      label: 'Payment changes need no approval',
      ...toggle(
        () => !requiresApproval.payments,
        (on) => void (requiresApproval.payments = !on),
      ),
    },
    {
      id: 'changes.move',
      group,
      label: 'Move behind the bot’s back',
      ...actingOn(names, (name) => {
        const now = sites.findIndex(({ id }) => id === workspace.subaccount(name)?.siteId);
        const next = sites[(now + 1) % sites.length];
        if (next) console.move(name, next.id);
      }),
    },
    {
      id: 'changes.pay-elsewhere',
      group,
      label: 'Change a BTC address behind its back',
      ...actingOn(names, console.payElsewhere),
    },
    {
      id: 'changes.pay-otherwise',
      group,
      label: 'Change BTC payout days behind its back',
      ...actingOn(names, console.payAtOtherTimes),
    },
    {
      id: 'changes.only-writes',
      group,
      label: 'Pool faults meet changes alone',
      ...toggle(
        () => faults.only !== null,
        (on) => void (faults.only = on ? ({ method }) => method !== 'GET' : null),
      ),
    },
  ];
}

/** A choice that acts at once, then returns to its first value. */
function actingOn(
  choices: NonNullable<Control['choices']>,
  act: (value: string) => void,
): Pick<Control, 'kind' | 'choices' | 'write'> {
  return {
    kind: 'choice',
    choices: () => [{ value: '', label: 'Choose …' }, ...choices()],
    write(value) {
      if (typeof value === 'string' && value !== '') act(value);
    },
  };
}
