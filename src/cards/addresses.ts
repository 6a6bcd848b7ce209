import type { PaymentAddress } from '../pool/schemas.js';
import { escape, oneLine } from '../text.js';
import { count, NOT_GIVEN } from './kit/figures.js';
import { codeBlock } from './kit/table.js';

/** What a line has room for. */
const SIX_GROUPS = /.{1,24}/gu;

/** The whole address in groups of four, which people can compare and read out; never cut. */
export function addressBlock(address: PaymentAddress['external_address']): string {
  const text = oneLine(address || NOT_GIVEN).replaceAll('`', 'ˋ');
  if (text.includes(' ')) return codeBlock(text);
  const lines = text.match(SIX_GROUPS) ?? [];
  return codeBlock(lines.map(inFours).join('\n'));
}

/** In groups of four on one line, for a code span. */
export function inFours(address: string): string {
  return (oneLine(address).match(/.{1,4}/gu) ?? []).join(' ');
}

/** `BTC treasury · allocation 60`, and the address below. */
export function addressLines(address: PaymentAddress): string {
  const name = escape(address.address_name || 'No name', 60);
  return `${name} · allocation ${count(address.revenue_allocation)}\n${addressBlock(address.external_address)}`;
}

interface AddressChange {
  readonly address: string;
  /** What was set for it before, and is set now; absent: it was not there, or is gone. */
  readonly before?: Entry | null;
  readonly after?: Entry | null;
}

interface Entry {
  readonly name: string;
  readonly allocation: string | null;
}

/** A new, removed or kept address, whole, with what changed of it. */
export function addressChange({ address, before, after }: AddressChange): string[] {
  const block = addressBlock(address);
  // Two names may differ only at the end.
  const [was, is] = [before, after].map((entry) => escape(entry?.name || 'No name', Infinity));
  const [share, newShare] = [count(before?.allocation), count(after?.allocation)];
  if (!before) return [`🆕 **NEW** · ${is} · allocation **${newShare}**`, block];
  if (!after) return [`🗑️ **REMOVED** · ${was} · ${share} → none`, block];
  const shares = share === newShare ? share : `${share} → **${newShare}**`;
  const names = was === is ? [] : [`Name: ${was} → **${is}**`];
  return [`Kept · ${was} · allocation ${shares}`, block, ...names];
}
