import type { Alert, ElsewhereEvent, Reading } from '../../src/alerts/alert.js';
import { newAlert } from '../../src/alerts/evaluate/fire.js';
import type { Rule } from '../../src/alerts/rule.js';
import type { Answer } from '../../src/discord/command.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../../src/guilds/settings.js';
import { replyText } from '../support/reply-text.js';

/** When the samples began to hold. */
export const AT = Date.parse('2026-11-28T20:56:00Z');
export const MINUTE = 60_000;
export const [SOFIA, ADAM] = ['302', '303'];
const NAMES: Readonly<Record<string, string>> = {
  '<@302>': '@Sofia',
  '<@303>': '@Adam',
  '<@&51>': '@On call',
  '<#800>': '#pool-ops',
  '<#900>': '#audit',
};

export const SETTINGS: GuildSettings = {
  ...DEFAULT_SETTINGS,
  auditChannel: '900',
  alerts: { channel: '800', role: null },
};

export function ruleOf(part: Partial<Rule> = {}): Rule {
  return {
    guildId: '100',
    id: '5m2fa',
    condition: 'hashrate',
    threshold: { unit: 'percent', value: '80' },
    forMinutes: 10,
    margin: null,
    currency: 'BTC',
    site: null,
    subaccounts: [],
    channel: null,
    role: null,
    secondRole: null,
    severity: 'warning',
    remindMinutes: 60,
    setBy: ADAM,
    since: AT,
    note: { missing: null, fired: [], happened: [] },
    ...part,
  };
}

export const OFFLINE = ruleOf({
  id: 'fppww',
  condition: 'offline-miners',
  threshold: { unit: 'miners', value: '90' },
  currency: null,
});
export const ELSEWHERE = ruleOf({
  id: 'elsewhere',
  condition: 'changed-elsewhere',
  threshold: null,
  forMinutes: 0,
  currency: null,
  severity: 'critical',
});

export function readingOf(part: Partial<Reading> = {}): Reading {
  return {
    at: AT + 13 * MINUTE,
    verdict: 'breached',
    value: '255300000000000000',
    limit: '270500000000000000',
    baseline: '338125000000000000',
    isAtLeast: false,
    miners: [],
    sites: [],
    ...part,
  };
}

/** Firing since ten minutes after `AT`. */
export function alertOf(rule: Rule, part: Partial<Alert> = {}): Alert {
  const begun = newAlert(rule, { id: 'a', since: AT });
  return {
    ...begun,
    phase: 'firing',
    firedAt: AT + 10 * MINUTE,
    firedInDay: 1,
    message: { channelId: '800', messageId: '1001' },
    ...part,
  };
}

export function hashrateAlert(part: Partial<Alert> = {}): Alert {
  return alertOf(ruleOf(), { reading: readingOf(), worst: '255300000000000000', ...part });
}

export function offlineAlert(part: Partial<Alert> = {}): Alert {
  const reading = readingOf({
    value: '100',
    limit: '90',
    baseline: null,
    isAtLeast: true,
    miners: ['10.11.2.26', '10.11.4.178'],
    sites: [
      { name: 'Cedar Ridge', count: 80 },
      { name: 'Lone Mesa', count: 20 },
    ],
  });
  return alertOf(OFFLINE, { reading, worst: '100', since: AT + MINUTE, ...part });
}

export const RESOLVED: Partial<Alert> = {
  phase: 'resolved',
  clearSince: AT + 14 * MINUTE,
  endedAt: AT + 19 * MINUTE,
  reading: readingOf({ value: '347000000000000000', verdict: 'clear' }),
  acknowledged: { by: SOFIA, at: AT + 13 * MINUTE },
};

export const PAYOUT_CHANGED: ElsewhereEvent = {
  kind: 'elsewhere',
  key: 'payments:BTC:cedar-ridge-air',
  title: 'New payout address',
  what: 'BTC payouts of **cedar-ridge-air**',
  lines: ['🆕 **NEW** · BTC treasury · allocation **80**', '```\nbc1q tksp\n```'],
  isPayoutAddress: true,
  perhaps: null,
  lastSame: AT - 5 * MINUTE,
  firstSeen: AT,
};

/** As people see it: names in place of mentions, and ‹minutes since `AT`› in place of moments. */
export function shown(answer: Answer): string[] {
  return readable(replyText(answer)).split('\n');
}

export function readable(text: string): string {
  return text
    .replaceAll(/<[@#]&?\d+>/g, (mention) => NAMES[mention] ?? mention)
    .replaceAll(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) => {
      return `‹${style} ${(Number(seconds) * 1_000 - AT) / MINUTE}›`;
    });
}
