import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentSettingsChange } from '../../../../src/changes/kinds/payment-settings/payment-settings.js';
import { clampReply } from '../../../../src/discord/limits/clamp-reply.js';
import type { Change } from '../../../../src/domain/changes/change.js';
import type { Contradiction } from '../../../../src/domain/changes/contradiction.js';
import { DURABILITY_RISKS } from '../../../../src/domain/durability-risks.js';
import { contradictionLines } from '../../../../src/views/changes/pool-answer/contradictions.js';
import { changeCard } from '../../../../src/views/changes/card/change-card.js';
import type { ChangeCardParts } from '../../../../src/views/changes/card/change-card-parts.js';
import { durabilityRiskSentence } from '../../../../src/views/setup/durability-risk-sentence.js';

/** The card of a finished change keeps what matters, whatever people and the pool wrote. */

const AT = 1_795_000_000_000;
const ID = '12345678901234567890';

const hostile = fc
  .tuple(
    fc.constantFrom('_', '`', '*', 'x', '\u200b', '\u{1F642}', '👩‍👩‍👧‍👧', 'a\u0301\u0302', '`\n# x'),
    fc.constantFrom(1, 40, 500, 3_000),
  )
  .map(([sign, times]) => sign.repeat(times));

/** Ten of the longest that a change with ten may have (`MAX_CHARACTERS`). */
const fieldChanges = Array.from({ length: 10 }, (_, index) => ({
  what: 'address',
  from: null,
  to: { name: `n${index}`, address: `${index}`.padEnd(240, 'q'), share: 10 },
}));

const preview = Array.from({ length: 10 }, (_, index) => ({
  name: '🆕 NEW address',
  value: `**n${index}** · allocation **10**\n\`${'q'.repeat(300)}\`\n⛔ **The checksum is wrong**`,
}));

const parts: ChangeCardParts = {
  title: paymentSettingsChange.title,
  preview,
  subject: 'BTC of pecos-flats-hydro',
  fieldChanges,
  isWhole: false,
  isPrivate: false,
  renewal: null,
  replacedBy: null,
  objection: null,
  differences: [],
  found: [],
  contradictions: [],
  report: [],
  roles: { viewer: [], manager: [], approver: [] },
  pingRoleId: undefined,
  typedLength: 0,
  rule: 'second',
  ruleNow: 'second',
  isDoubtful: false,
  isFrozen: false,
  isBehind: false,
  isHeld: false,
  liveCard: null,
  entryRef: { seq: 999_999, head: 'f'.repeat(8) },
  storeRisk: durabilityRiskSentence(DURABILITY_RISKS),
  isKnown: true,
  isKeyGone: false,
  isChecksumRefused: false,
  whyExpired: null,
  lookedForUntil: AT,
  isLookedFor: true,
  unfinished: { named: [], total: 0 },
  replacedAtPool: null,
};

function changeWith(text: string, others: Partial<Change>): Change {
  return {
    id: 'a'.repeat(22),
    kind: paymentSettingsChange.name,
    input: null,
    request: { method: 'POST', path: '/', body: {} },
    requestHash: '',
    present: null,
    touches: 'BTC of pecos-flats-hydro',
    rule: 'payments',
    requester: { id: ID, name: 'Max' },
    channelId: '1',
    askedAt: AT,
    expiresAt: AT,
    keySince: 0,
    reason: text.slice(0, 300),
    number: 12_345,
    state: 'reported',
    seq: 1,
    confirmed: { by: { id: ID, name: 'Sam' }, at: AT },
    ended: { by: 'pitboss', at: AT },
    ...others,
  };
}

const states = (text: string): Partial<Change>[] => [
  { answer: { id: 'a-1', status: text } },
  { state: 'unknown', failure: { why: 'pool', error: 'PoolUnclear', said: text, body: text } },
  {
    state: 'unknown',
    failure: {
      why: 'pool',
      status: 200,
      said: text,
      answer: { status: text, message: text, more: [text] },
    },
    resolved: { by: { id: ID, name: 'Sam' }, at: AT, note: text },
  },
];

test('ten differences of an answer are all listed where there is room, else counted', () => {
  const all = Array.from({ length: 10 }, (_, index): Contradiction => ({
    what: index < 5 ? 'extra address' : 'missing address',
    address: `bc1q${index}`.padEnd(42, 'q'),
  }));
  const listed = (room: number) => contradictionLines(all, room).join('\n');
  for (const { address = '' } of all) expect(listed(2_500).replaceAll(' ', '')).toContain(address);
  expect(listed(1_000)).toMatch(/\d more such differences: _Details_ has the whole answer/);
});

test('names of new subaccounts that differ in their last letter alone look different', () => {
  const card = (name: string) => {
    const site = { name: 's'.repeat(300), id: 'site-b' };
    const subject = `${name} at ${site.name}`;
    const change = changeWith('*'.repeat(300), states('*'.repeat(900))[2] ?? {});
    const created = {
      ...parts,
      subject,
      preview: [],
      fieldChanges: [{ what: 'site', from: null, to: site }],
    };
    return clampReply(changeCard(change, created)).embeds?.[0]?.description ?? '';
  };
  const start = 'n_'.repeat(99);
  for (const name of [`${start}xa`, `${start}xb`])
    expect(card(name)).toContain(`**${name.replaceAll('_', '\\_')} at sss`);
});

test('outcome, people, values, warnings and contradictions, each within Discord’s limits', () => {
  fc.assert(
    fc.property(hostile, fc.nat(2), fc.nat(7), (text, which, many) => {
      const change = changeWith(text, states(text)[which] ?? {});
      const contradictions = Array.from({ length: many }, (): Contradiction => ({
        what: 'extra address',
        address: `${text}1B`,
        told: text,
      }));
      const report = Array.from({ length: 5 }, (_, index) => ({
        name: 'Also in the answer',
        value: `\`field${index}\` ${text.slice(0, 900)}`,
      }));
      const reply = changeCard(change, { ...parts, contradictions, report });
      const [{ description = '', fields = [] } = {}] = reply.embeds ?? [];
      const card = [description, ...fields.flatMap(({ name, value }) => [name, value])].join('\n');

      const { title: _, ...clamped } = clampReply(reply).embeds?.[0] ?? {};
      const { title: __, ...drawn } = reply.embeds?.[0] ?? {};
      expect(clamped).toEqual(drawn);
      expect(description).toMatch(/Sent once; the pool answered|The request was sent once/);
      expect(description).toContain(`Requested by <@${ID}>`);
      expect(description).toContain(`confirmed by <@${ID}>`);
      for (const { to } of fieldChanges)
        expect(card.replaceAll(' ', '')).toContain(`\`${to.address}\``);
      expect(card.match(/⛔ \*\*The checksum is wrong/g)).toHaveLength(10);
      expect(card.includes('The pool’s answer tells of')).toBe(many > 0);
    }),
    { numRuns: 80 },
  );
});

test('what an answer names otherwise is marked where it only looks the same', () => {
  const told = 'p\u0435cos';
  const [line] = contradictionLines([{ what: 'subaccount', told, requested: 'pecos' }]);
  expect(line).toContain(`than “pecos”: “${told}” (⚠️ U+0435)`);
});
