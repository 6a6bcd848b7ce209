import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  splitLoosening,
  settingsAfterDisconnect,
  loosen,
} from '../../../../src/domain/changes/settings/loosening-rules.js';
import { approvalRulesFor } from '../../../../src/domain/changes/change-permissions.js';
import { guildSettings, type GuildSettings } from '../../../../src/domain/guild/guild-settings.js';

/** Which settings loosen a rule, for every rule there is. */

const rule = fc.constantFrom('self', 'second');
const anySettings = fc
  .record({
    currency: fc.constantFrom('BTC', 'ZEC'),
    roles: fc.record({ manager: fc.uniqueArray(fc.constantFrom('a', 'b')) }),
    approval: fc.record({ payments: rule, others: rule }),
    badChecksum: fc.constantFrom('warn', 'refuse'),
    auditChannelId: fc.constantFrom('1', '2', undefined),
  })
  .map((given) => guildSettings.parse(given));

const rulesOf = ({ approval, badChecksum, auditChannelId }: GuildSettings) => ({
  ...approval,
  badChecksum,
  auditChannelId,
});

function isLooser(now: GuildSettings, after: GuildSettings): boolean {
  const [before, later] = [rulesOf(now), rulesOf(after)];
  return (
    (before.payments === 'second' && later.payments === 'self') ||
    (before.others === 'second' && later.others === 'self') ||
    (before.badChecksum === 'refuse' && later.badChecksum === 'warn') ||
    (before.auditChannelId !== undefined && before.auditChannelId !== later.auditChannelId)
  );
}
const needsTwo = ({ approval }: GuildSettings) => Object.values(approval).includes('second');

describe('what an admin wants', () => {
  test('takes effect at once where no rule asks for two people', () => {
    fc.assert(
      fc.property(anySettings, anySettings, (now, wanted) => {
        fc.pre(!needsTwo(now));
        expect(splitLoosening(now, wanted)).toEqual({ atOnce: wanted, delayed: [] });
      }),
    );
  });

  test('never loosens anything at once where one does, whatever else it sets', () => {
    fc.assert(
      fc.property(anySettings, anySettings, (now, wanted) => {
        fc.pre(needsTwo(now));
        const { atOnce, delayed } = splitLoosening(now, wanted);
        expect(isLooser(now, atOnce)).toBe(false);
        expect(delayed.length > 0).toBe(isLooser(now, wanted));
        const { currency, roles } = atOnce;
        expect({ currency, roles }).toEqual({ currency: wanted.currency, roles: wanted.roles });
        // Everything, once the waiting part takes effect.
        expect(loosen(atOnce, delayed)).toEqual(wanted);
      }),
    );
  });

  test('that waited changes nothing that was set to something else meanwhile', () => {
    const now = guildSettings.parse({ auditChannelId: '1' });
    const { delayed } = splitLoosening(now, { ...now, auditChannelId: '2', badChecksum: 'warn' });
    expect(loosen({ ...now, auditChannelId: '3' }, delayed)).toEqual({
      ...now,
      auditChannelId: '3',
      badChecksum: 'warn',
    });
  });
});

test('disconnecting loosens nothing where a rule asks for two people, and keeps nothing else', () => {
  fc.assert(
    fc.property(anySettings, (now) => {
      const kept = settingsAfterDisconnect(now);
      expect(kept.roles.manager).toEqual([]);
      expect(kept.currency).toBe('BTC');
      if (needsTwo(now)) expect(rulesOf(kept)).toEqual(rulesOf(now));
      else expect(kept).toEqual(guildSettings.parse({}));
    }),
  );
});

test('a change is judged by the stricter of then and now', () => {
  fc.assert(
    fc.property(
      anySettings,
      anySettings,
      fc.constantFrom('payments', 'others'),
      (then, now, of) => {
        const askedUnder = approvalRulesFor({ rule: of }, then);
        const judged = approvalRulesFor({ rule: of, askedUnder }, now);
        const rules = [then.approval[of], now.approval[of]];
        expect(judged.approval).toBe(rules.includes('second') ? 'second' : 'self');
        const checksums = [then.badChecksum, now.badChecksum];
        expect(judged.badChecksum).toBe(checksums.includes('refuse') ? 'refuse' : 'warn');
      },
    ),
  );
});
