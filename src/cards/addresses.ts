import type { PaymentAddress } from '../pool/schemas.js';
import { count, NOT_GIVEN } from './kit/figures.js';
import { codeBlock } from './kit/table.js';
import { escape, oneLine } from './kit/text.js';

const GROUPS_A_LINE = 6;

/** The whole address in groups of four, which people can compare and read out; never cut. */
export function addressBlock(address: PaymentAddress['external_address']): string {
  const text = oneLine(address || NOT_GIVEN).replaceAll('`', 'ˋ');
  if (text.includes(' ')) return codeBlock(text);
  const groups = text.match(/.{1,4}/gu) ?? [];
  const lines = Array.from({ length: Math.ceil(groups.length / GROUPS_A_LINE) }, (_, line) =>
    groups.slice(line * GROUPS_A_LINE, (line + 1) * GROUPS_A_LINE).join(' '),
  );
  return codeBlock(lines.join('\n'));
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
