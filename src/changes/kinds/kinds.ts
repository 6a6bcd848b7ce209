import type { Change } from '../../domain/changes/change.js';
import { summarizeChange } from '../../domain/changes/change-summary.js';
import type { ChangeKind } from './kind.js';
import { paymentSettingsChange } from './payment-settings/payment-settings.js';
import { subaccountCreateChange } from './subaccounts/subaccount-create.js';
import { subaccountMoveChange } from './subaccounts/subaccount-move.js';

const KINDS: readonly ChangeKind[] = [
  subaccountMoveChange,
  subaccountCreateChange,
  paymentSettingsChange,
];

export const KIND_BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

export function kindOf(name: string): ChangeKind {
  const kind = KIND_BY_NAME.get(name);
  if (kind === undefined) throw new Error(`no such kind of change: ${name}`);
  return kind;
}

export const summarize = (change: Change) =>
  summarizeChange(change, (name) => KIND_BY_NAME.get(name));
