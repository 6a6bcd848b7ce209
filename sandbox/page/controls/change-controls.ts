import type { LoopbackPool } from '../../pool/loopback-pool.js';
import { toggle, type Control } from './controls.js';

const group = 'Changes';

/**
 * What people do in the pool's own console while the bot waits: approve and reject workspace
 * actions, and change things behind its back.
 */
export function changeControls(pool: LoopbackPool, key: string): Control[] {
  const workspace = pool.workspaceOf(key);
  const { actions, requiresApproval, subaccounts, sites, payments } = workspace;
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
      ...actingOn(waiting, (id) => workspace.approve(id)),
    },
    {
      id: 'changes.reject',
      group,
      label: 'Reject a workspace action',
      ...actingOn(waiting, (id) => workspace.reject(id)),
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
        if (next) workspace.setSite(name, next.id);
      }),
    },
    {
      id: 'changes.pay-otherwise',
      group,
      label: 'Change BTC payouts behind its back',
      ...actingOn(names, (name) => {
        const subaccount = workspace.subaccount(name);
        const terms = subaccount && payments.terms('BTC', subaccount);
        if (!terms) return;
        const payment_frequency = terms.payment_frequency === 'DAILY' ? 'MONTHLY' : 'DAILY';
        workspace.setPaymentSettings('BTC', name, { ...terms, payment_frequency });
      }),
    },
    {
      id: 'changes.only-writes',
      group,
      label: 'Pool faults meet changes alone',
      ...toggle(
        () => pool.faults.only !== null,
        (on) => void (pool.faults.only = on ? ({ method }) => method !== 'GET' : null),
      ),
    },
  ];
}

/** A choice that acts at once and falls back to its first value. */
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
