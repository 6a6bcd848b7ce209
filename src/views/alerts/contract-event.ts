import { z } from 'zod';
import { isRecord } from '../../domain/json/is-record.js';
import { wideField } from '../kit/card.js';
import { contractText } from '../derivatives/contract-text.js';
import { code, escapeMarkdown } from '../kit/text.js';
import type { EventWords } from './event.js';

const text = z.string().nullish().catch(undefined);
const contract = z.looseObject({
  contract_id: text,
  side: text,
  daily_hashrate_ph: z.union([z.string(), z.number()]).nullish().catch(undefined),
  start_date: text,
  end_date: text,
  status: text,
});
const facts = z.object({
  contract,
  change: z.enum(['new', 'settled', 'status']),
  /** The earlier contract, or only its status. */
  before: z.unknown().optional(),
});

const TITLES = {
  new: 'New derivatives contract',
  settled: 'Derivatives contract settled',
  status: 'Derivatives contract has another status',
} as const;

/** Null for facts that aren't about a contract. */
export function contractEvent(given: unknown): EventWords | null {
  const parsed = facts.safeParse(given);
  if (!parsed.success) return null;
  const { contract: now, change, before } = parsed.data;
  const earlier = isRecord(before) ? before['status'] : before;
  const isKnown = typeof earlier === 'string' && earlier !== '' && now.status;
  return {
    title: TITLES[change],
    lines: [escapeMarkdown(contractText(now), 200)],
    fields: [
      isKnown && earlier !== now.status
        ? wideField(
            'Status',
            `${escapeMarkdown(earlier, 60)} → **${escapeMarkdown(now.status ?? '', 60)}**`,
          )
        : null,
      now.contract_id ? wideField('Id', code(now.contract_id)) : null,
    ],
    next: '`/derivatives contracts` lists all contracts.',
  };
}
