import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import { readGuildRow, type GuildRow } from '../guilds/guild-row.js';
import type { Store, Tx } from '../store/store.js';
import { isOpen, type Alert } from './alert.js';
import { deleteAlert, readAlerts, readRules, saveAlert } from './rows.js';
import type { Rule } from './rule.js';
import type { Tell } from './tell.js';

/** Enters what people are told in the transaction that changes the alerts. */
export type TellAll = (
  tx: Tx,
  tells: readonly Tell[],
  moment: { readonly row: GuildRow; readonly now: number },
) => Promise<void>;

export interface Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly tell: TellAll;
}

/** A server's rules in a transaction in which nothing else of it is decided. */
export interface Deciding {
  readonly tx: Tx;
  readonly guildId: string;
  readonly row: GuildRow;
  readonly now: number;
  /** The built-in ones first. */
  readonly rules: readonly Rule[];
  readonly tell: TellAll;
}

/** What `work` throws undoes it. */
export function decide<Result>(
  engine: Engine,
  guildId: string,
  work: (deciding: Deciding) => Promise<Result>,
): Promise<Result> {
  return engine.store.inGuild(guildId, async (tx) => work(await deciding(engine, tx, guildId)));
}

export async function deciding(
  { clock, tell }: Pick<Engine, 'clock' | 'tell'>,
  tx: Tx,
  guildId: string,
): Promise<Deciding> {
  const now = clock.now();
  const row = await readGuildRow(tx, guildId, now);
  return { tx, guildId, row, now, rules: await readRules(tx, guildId), tell };
}

/** @throws UserError */
export function ruleIn(rules: readonly Rule[], id: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw new UserError('No such rule', '`/alerts rules` shows all.');
  return found;
}

/** An entry in the trail, with a line in the audit channel. */
export function record(
  { tx, guildId, row, now }: Deciding,
  by: string,
  {
    step,
    details,
    line,
  }: { readonly step: string; readonly details: object; readonly line: string },
): Promise<void> {
  const entry = { guild: guildId, at: now, actor: by, step, details };
  return recordStep(tx, entry, [[row.settings.auditChannel, line]]);
}

/** Brings the messages of the rules' alerts up to date; null: of all rules. */
export async function refresh({ tx, guildId, row, now, rules, tell }: Deciding, id: string | null) {
  const alerts = await readAlerts(tx, guildId);
  const shown = alerts.filter((alert) => isOpen(alert) && (id === null || alert.rule === id));
  const tells = shown.map((alert) => {
    const rule = rules.find((each) => each.id === alert.rule) ?? null;
    return { kind: 'changed', alert, rule } as const;
  });
  await tell(tx, tells, { row, now });
}

/** Nobody can say any more whether they are over. What never fired leaves no trace. */
export async function endAlerts(
  { tx, row, now, rules, tell }: Deciding,
  alerts: readonly Alert[],
  because: string,
): Promise<void> {
  const tells: Tell[] = [];
  for (const alert of alerts) {
    if (!isOpen(alert)) {
      await deleteAlert(tx, alert);
      continue;
    }
    const end = { phase: 'ended', endedAt: now, endedBecause: because, remindAt: null } as const;
    const ended: Alert = { ...alert, ...end };
    await saveAlert(tx, ended);
    const rule = rules.find(({ id }) => id === alert.rule) ?? null;
    tells.push({ kind: 'changed', alert: ended, rule });
  }
  await tell(tx, tells, { row, now });
}
