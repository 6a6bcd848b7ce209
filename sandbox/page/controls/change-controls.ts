import type { LoopbackPool } from '../../pool/loopback-pool.js';
import type { WorkspaceActionRecord } from '../../pool/workspace/records.js';
import type { Control } from './controls.js';

const group = 'Changes';

/**
 * What people do in the pool's own console while the bot waits: approve and reject workspace
 * actions, and change things behind its back.
 */
export function changeControls(pool: LoopbackPool, key: string): Control[] {
  const workspace = pool.workspaceOf(key);
  const { actions, requiresApproval, subaccounts, sites, payments } = workspace;
  const waiting = () => actions.records.filter(({ status }) => status === 'PENDING');

  return [
    {
      id: 'changes.approve',
      group,
      label: 'Approve a workspace action',
      kind: 'choice',
      get choices() {
        return [{ value: '', label: 'Choose …' }, ...waiting().map(choiceOf)];
      },
      write: chosen((id) => workspace.approve(id)),
    },
    {
      id: 'changes.reject',
      group,
      label: 'Reject a workspace action',
      kind: 'choice',
      get choices() {
        return [{ value: '', label: 'Choose …' }, ...waiting().map(choiceOf)];
      },
      write: chosen((id) => workspace.reject(id)),
    },
    {
      id: 'changes.moves-approval',
      group,
      label: 'Moves need approval',
      kind: 'toggle',
      read: () => requiresApproval.moves,
      write: (value) => {
        requiresApproval.moves = value === true;
      },
    },
    {
      id: 'changes.payments-at-once',
      group,
      label: 'Payment changes need no approval',
      kind: 'toggle',
      read: () => !requiresApproval.payments,
      write: (value) => {
        requiresApproval.payments = value !== true;
      },
    },
    {
      id: 'changes.move',
      group,
      label: 'Move behind the bot’s back',
      kind: 'choice',
      choices: [{ value: '', label: 'Choose …' }, ...subaccounts.map(named)],
      write: chosen((name) => {
        const now = sites.findIndex(({ id }) => id === workspace.subaccount(name)?.siteId);
        const next = sites[(now + 1) % sites.length];
        if (next) workspace.setSite(name, next.id);
      }),
    },
    {
      id: 'changes.pay-otherwise',
      group,
      label: 'Change BTC payouts behind its back',
      kind: 'choice',
      choices: [{ value: '', label: 'Choose …' }, ...subaccounts.map(named)],
      write: chosen((name) => {
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
      kind: 'toggle',
      read: () => pool.faults.only !== null,
      write: (value) => {
        pool.faults.only = value === true ? ({ method }) => method !== 'GET' : null;
      },
    },
  ];
}

function choiceOf({ id, action_name: name }: WorkspaceActionRecord) {
  return { value: id, label: `${name} ${id.slice(0, 8)}` };
}

function named({ name }: { readonly name: string }) {
  return { value: name, label: name };
}

/** The first choice stands for none. */
function chosen(act: (value: string) => void): Control['write'] {
  return (value) => {
    if (typeof value === 'string' && value !== '') act(value);
  };
}
