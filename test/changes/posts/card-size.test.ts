import type { APIEmbed } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import { MAX_CHARACTERS } from '../../../src/changes/kinds/payment-settings/payment-preview.js';
import { paymentSettingsChange } from '../../../src/changes/kinds/payment-settings/payment-settings.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { DURABILITY_RISKS } from '../../../src/domain/durability-risks.js';
import { changeCard } from '../../../src/views/changes/card/change-card.js';
import { durabilityRiskSentence } from '../../../src/views/setup/durability-risk-sentence.js';
import { PEOPLE } from '../fakes/changes-harness.js';

/** The room for a preview is measured against everything else a card may have to say. */

const MAX_TIME = 1_795_000_000_000;

const waiting: Change = {
  id: 'a'.repeat(22),
  kind: paymentSettingsChange.name,
  input: null,
  request: { method: 'POST', path: '/', body: {} },
  requestHash: '',
  present: null,
  touches: '',
  rule: 'payments',
  requester: { id: '9'.repeat(20), name: PEOPLE.manager.displayName },
  channelId: '1',
  askedAt: MAX_TIME,
  expiresAt: MAX_TIME,
  keySince: 0,
  reason: '*'.repeat(300),
  number: 12_345,
  state: 'pending',
  seq: 1,
};

/** Nine fields with as many characters in total as a preview may have. */
function longestPreview() {
  const [name, each] = ['🆕 NEW address', Math.floor(MAX_CHARACTERS / 9)];
  return Array.from({ length: 9 }, () => ({ name, value: 'x'.repeat(each - name.length) }));
}

/** Without the preview: its last field is the question. */
const lengthOf = ({ title = '', description = '', footer, fields = [] }: APIEmbed) => {
  const { name = '', value = '' } = fields.at(-1) ?? {};
  return [title, description, footer?.text ?? '', name, value].join('').length;
};

const ID = '1234567890123456789';

const inAll = { isDoubtful: false, isBehind: true, isHeld: false, liveCard: null, renewal: null };
const renewal = {
  replaced: {
    id: 'b'.repeat(22),
    number: 12_344,
    place: { guildId: ID, channelId: ID, messageId: ID },
  },
  state: 'drifted' as const,
  asked: {
    id: 'c'.repeat(22),
    number: 12_343,
    requester: { id: ID, name: 'Vera' },
    askedAt: MAX_TIME,
  },
  before: { a: 1 },
  now: { a: 2 },
  undone: ['It would undo a lot. '.repeat(10)],
};

test.each([
  [
    'a card',
    inAll,
    ['Audit entries of this server', 'stricter rule', 'frozen', 'It expires', 'store may'],
  ],
  [
    'a card that isn’t frozen',
    { ...inAll, isFrozen: false },
    ['Audit entries of this server', 'stricter rule', 'last six', 'store may'],
  ],
  ['a renewed card', { ...inAll, renewal }, ['Replaces an earlier request', 'store may']],
  [
    'one that was asked again',
    { ...inAll, renewal: { ...renewal, state: 'expired' as const } },
    ['Asked again', 'store may'],
  ],
  [
    'a card that was emptied',
    { ...inAll, isHeld: true },
    ['can no longer be confirmed', 'store may'],
  ],
  [
    'a copy of it',
    { ...inAll, isBehind: false, liveCard: { guildId: ID, channelId: ID, messageId: ID } },
    ['A snapshot as of entry 9', 'stricter rule', 'frozen', 'It expires'],
  ],
])('%s that waits shows every field, whatever else it has to say', (_what, standing, parts) => {
  const preview = longestPreview();
  const reply = changeCard(waiting, {
    title: paymentSettingsChange.title,
    preview,
    subject: '',
    fieldChanges: [],
    isWhole: false,
    isPrivate: false,
    replacedBy: null,
    objection: null,
    differences: [],
    found: [],
    contradictions: [],
    report: [],
    roles: { viewer: [], manager: [ID, ID], approver: [ID] },
    pingRoleId: undefined,
    typedLength: 6,
    rule: 'second',
    ruleNow: 'self',
    isFrozen: true,
    ...standing,
    entryRef: { seq: 999_999_999_999_999, head: 'f'.repeat(8) },
    storeRisk: durabilityRiskSentence(DURABILITY_RISKS),
    isKnown: true,
    isKeyGone: false,
    isChecksumRefused: false,
    whyExpired: null,
    lookedForUntil: null,
    isLookedFor: false,
    unfinished: {
      named: Array.from({ length: 3 }, (_, index) => ({
        id: `${index}`,
        number: 12_340 - index,
        place: { guildId: ID, channelId: ID, messageId: ID },
        title: paymentSettingsChange.title,
        headline: 'x'.repeat(100),
      })),
      total: 9,
    },
    replacedAtPool: null,
  });
  const { description = '', fields = [] } = reply.embeds?.[0] ?? {};
  for (const part of parts) expect(`${description}\n${fields.at(-1)?.value}`).toContain(part);
  // Whatever there is no room for is counted, never what the preview shows.
  const isRenewed = standing.renewal !== null;
  if (!isRenewed) expect(fields[0]?.value).toMatch(/#12340|9 aren’t finished/);
  const shown = clampReply(reply);
  expect(shown.content).toBeUndefined();
  expect(shown.embeds).toEqual(reply.embeds);
  expect(shown.embeds?.[0]?.footer?.text).toMatch(/entry 9{15} · f{8}$/);
  const [frame = {}] = reply.embeds ?? [];
  expect(lengthOf(frame) + MAX_CHARACTERS).toBeLessThanOrEqual(6_000);
});
