import type { AuditEntry } from '../../../src/guilds/audit-trail.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../../../src/guilds/settings.js';

export interface Entry extends Omit<AuditEntry, 'details'> {
  readonly details: Readonly<Record<string, unknown>>;
}

/** What a server's trail says of its rules; the tests' own reading of it. */
export interface Rules {
  settings: GuildSettings;
  weaker: { readonly approval: Partial<GuildSettings['approval']>; readonly from: number } | null;
  isFrozen: boolean;
  /** How many keys were connected, and the last one's end. */
  keys: number;
  key: string | null;
}

export function entriesOf(rows: readonly AuditEntry[]): Entry[] {
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

/** The rules in force at `at` (ms), after those entries. */
export function rulesAfter(entries: readonly Entry[], at: number): Rules {
  const rules: Rules = {
    settings: DEFAULT_SETTINGS,
    weaker: null,
    isFrozen: false,
    keys: 0,
    key: null,
  };
  for (const entry of entries) follow(rules, entry);
  if (rules.weaker !== null && at >= rules.weaker.from) {
    const { approval } = rules.settings;
    rules.settings = { ...rules.settings, approval: { ...approval, ...rules.weaker.approval } };
  }
  return rules;
}

function follow(rules: Rules, { step, details }: Entry): void {
  if (step === 'frozen') rules.isFrozen = true;
  if (step === 'unfrozen') rules.isFrozen = false;
  if (step === 'key') {
    rules.keys += 1;
    rules.key = String(details['after']);
  }
  if (step === 'loosening') {
    const { weaker, effectiveAt } = details;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model weakens approvals alone
    const approval = weaker as Partial<GuildSettings['approval']>;
    rules.weaker = { approval, from: Number(effectiveAt) };
  }
  if (step === 'loosening-withdrawn') rules.weaker = null;
  if (step !== 'settings') return;
  for (const [name, change] of Object.entries(details)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is `{ before, after }`
    const { after } = change as { after: unknown };
    rules.settings = { ...rules.settings, [name]: after };
  }
  const { approval } = rules.weaker ?? {};
  const isDone = (['payments', 'others'] as const).every(
    (kind) => !approval?.[kind] || rules.settings.approval[kind] === approval[kind],
  );
  if (isDone) rules.weaker = null;
}
