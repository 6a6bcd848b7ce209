import type { Change } from '../../src/changes/change.js';
import type { Answer } from '../../src/discord/command.js';
import type { GuildRow } from '../../src/guilds/transaction.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import type { Outcome } from '../../src/pool/writes.js';
import { replyText } from '../support/reply-text.js';

/** When the samples were asked for. */
export const AT = Date.parse('2026-11-28T20:51:00Z');
export const MINUTE = 60_000;
export const [MAREK, SOFIA] = ['301', '202'];
const NAMES: Readonly<Record<string, string>> = {
  '<@201>': '@Adam',
  '<@202>': '@Sofia',
  '<@301>': '@Marek',
  '<@&50>': '@Pool manager',
  '<@&51>': '@On call',
  '<#800>': '#pool-ops',
  '<#900>': '#audit',
};

export const ROW: GuildRow = {
  settings: {
    ...DEFAULT_SETTINGS,
    roles: { viewer: [], manager: ['50'], approver: [] },
    pingRole: '51',
    auditChannel: '900',
  },
  loosening: null,
  frozen: null,
  keyVersion: 1,
};

export const answered = (status: string): Outcome => ({
  kind: 'reported',
  status: 200,
  reason: '',
  message: null,
  body: { id: 'a1', status, requires_approval: status === 'PENDING' },
});

export const unanswered: Outcome = {
  kind: 'unknown',
  status: null,
  reason: 'no answer in time',
  message: null,
  body: null,
};

const waiting: Omit<Change, 'kind' | 'touches' | 'input' | 'request' | 'present' | 'number'> = {
  guildId: '100',
  state: 'pending',
  rule: 'self',
  requester: MAREK,
  earlierRequesters: [],
  confirmer: null,
  reason: null,
  askedAt: AT,
  expiresAt: AT + 15 * MINUTE,
  sentAt: null,
  endedAt: null,
  keyVersion: 1,
  outcome: null,
  ending: null,
  observed: null,
  checked: null,
  dueAt: AT + 15 * MINUTE,
  replaces: null,
  replacedBy: null,
  undoes: null,
  channelId: '800',
  card: { channelId: '800', messageId: '1001' },
};

/** Fields of a change that Sofia confirmed a minute later, and that the pool answered at once. */
export const CONFIRMED = {
  confirmer: SOFIA,
  sentAt: AT + MINUTE,
  endedAt: AT + MINUTE,
  dueAt: AT + 2 * MINUTE,
} satisfies Partial<Change>;

export function moved(part: Partial<Change> = {}): Change {
  return {
    ...waiting,
    number: 1,
    kind: 'move',
    touches: 'subaccount:pecos-flats-hydro',
    input: { name: 'pecos-flats-hydro', site: { id: 'c', name: 'Cedar Ridge' } },
    request: { method: 'PATCH', path: '/v2/pool/subaccounts/pecos-flats-hydro', body: {} },
    present: { record: { id: '7', site: { id: 'p', name: 'Pecos Flats' } }, facts: null },
    ...part,
  };
}

export const TREASURY = 'bc1qx7suheldu69e3epakzuutgvdsrlzq5vfwsletp';
export const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

export const FACTS = {
  status: 'ACTIVE',
  frozenUntil: null,
  nextPayoutAt: null,
  isListed: false,
  known: [],
  isCompared: true,
};

const treasury = { name: 'BTC treasury', address: TREASURY };

export const PAYOUTS = {
  currency: 'BTC',
  subaccount: 'cedar-ridge-hydro',
  frequency: 'DAILY',
  day: 'UNSPECIFIED',
  addresses: [
    { ...treasury, allocation: '60' },
    { name: 'cold', address: COLD, allocation: '40' },
  ],
};

export function payouts(part: Partial<Change> = {}): Change {
  return {
    ...waiting,
    number: 9,
    kind: 'payments',
    rule: 'second',
    reason: 'new cold wallet',
    expiresAt: AT + 24 * 60 * MINUTE,
    touches: 'payments:BTC:cedar-ridge-hydro',
    input: PAYOUTS,
    request: { method: 'POST', path: '/v2/pool/payment-settings/BTC/cedar-ridge-hydro', body: {} },
    present: {
      record: {
        frequency: 'DAILY',
        day: 'UNSPECIFIED',
        addresses: [{ ...treasury, id: 1, allocation: '100' }],
      },
      facts: FACTS,
    },
    ...part,
  };
}

/** As people see it: names in place of mentions, and ‹minutes since `AT`› in place of moments. */
export function shown(answer: Answer): string[] {
  return readable(replyText(answer), AT).split('\n');
}

/** `start`: the moment that others are minutes after. */
export function readable(text: string, start: number): string {
  return text
    .replaceAll(/<[@#]&?\d+>/g, (mention) => NAMES[mention] ?? mention)
    .replaceAll(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) => {
      return `‹${style} ${(Number(seconds) * 1_000 - start) / MINUTE}›`;
    });
}
