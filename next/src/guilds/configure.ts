import { UserError } from '../errors.js';
import type { Tx } from '../store/store.js';
import { recordLoosening, recordSettings, recordStep } from './audit-lines.js';
import { readGuildRow, type GuildRow } from './guild-row.js';
import type { Configured } from './guilds.js';
import { loosened, loosening, newLoosening, splitChange, type Loosening } from './loosening.js';
import { guildSettings, type GuildSettings } from './settings.js';

/** Who sets it, where and when (ms). */
interface Setting {
  readonly guildId: string;
  /** User id, or `pitboss`. */
  readonly by: string;
  readonly at: number;
}

export async function configure(
  tx: Tx,
  setting: Setting,
  change: (settings: GuildSettings) => GuildSettings,
): Promise<Configured> {
  const { by, at } = setting;
  const row = await readGuildRow(tx, setting.guildId, at);
  const before = row.settings;
  const { now: after, weaker } = splitChange(before, guildSettings.parse(change(before)));
  const waiting = weaker && newLoosening(weaker, by, at);
  await save(tx, setting, { settings: after, loosening: waiting ?? row.loosening });
  await recordSettings(tx, stepOf(setting), { before, after });
  if (waiting) await recordLoosening(tx, stepOf(setting), { settings: after, waiting });
  return { before, after, loosening: waiting };
}

/** @throws UserError */
export async function confirmLoosening(tx: Tx, setting: Setting): Promise<void> {
  const row = await readGuildRow(tx, setting.guildId, setting.at);
  const waiting = requireWaiting(row);
  if (waiting.by === setting.by)
    throw new UserError('Second person needed', 'Another admin has to confirm this.');
  await putInForce(tx, setting, { before: row.settings, waiting });
}

/** @throws UserError */
export async function withdrawLoosening(tx: Tx, setting: Setting): Promise<void> {
  const row = await readGuildRow(tx, setting.guildId, setting.at);
  const { weaker } = requireWaiting(row);
  await save(tx, setting, { settings: row.settings, loosening: null });
  const step = { ...stepOf(setting), step: 'loosening-withdrawn', details: weaker };
  const line = `⚙️ <@${setting.by}> withdrew the weaker rule`;
  await recordStep(tx, step, [[row.settings.auditChannel, line]]);
}

/** Enters a weaker rule whose day has passed; it is in force already. */
export async function settleLoosening(tx: Tx, setting: Setting): Promise<void> {
  const stored = await tx
    .selectFrom('guild')
    .select(['settings', 'loosening'])
    .where('id', '=', setting.guildId)
    .executeTakeFirstOrThrow();
  if (stored.loosening === null) return;
  const waiting = loosening.parse(JSON.parse(stored.loosening));
  if (setting.at < waiting.effectiveAt) return;
  const before = guildSettings.parse(JSON.parse(stored.settings));
  await putInForce(tx, setting, { before, waiting });
}

async function putInForce(
  tx: Tx,
  setting: Setting,
  { before, waiting }: { readonly before: GuildSettings; readonly waiting: Loosening },
): Promise<void> {
  const after = loosened(before, waiting);
  await save(tx, setting, { settings: after, loosening: null });
  await recordSettings(tx, stepOf(setting), { before, after });
}

async function save(
  tx: Tx,
  { guildId }: Setting,
  { settings, loosening: waiting }: Pick<GuildRow, 'settings' | 'loosening'>,
): Promise<void> {
  await tx
    .updateTable('guild')
    .set({ settings: JSON.stringify(settings), loosening: waiting && JSON.stringify(waiting) })
    .where('id', '=', guildId)
    .execute();
}

function requireWaiting({ loosening: waiting }: GuildRow): Loosening {
  if (waiting) return waiting;
  throw new UserError('Too late', 'No weaker rule waits any more; see `/setup show`.');
}

function stepOf({ guildId, by, at }: Setting) {
  return { guild: guildId, actor: by, at };
}
