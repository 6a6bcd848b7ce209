import { escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import { isOpen, type Alert } from './alert.js';
import { decide, record, refresh, ruleIn, type Deciding, type Engine } from './engine.js';
import { STILL_FIRING_MS } from './evaluate/fire.js';
import { deleteSilences, findAlert, readSilences, saveAlert, saveSilence } from './rows.js';
import { ruleName } from './rule-words.js';
import type { Silence } from './rule.js';
import { ELSEWHERE } from './silences.js';
import type { Tell } from './tell.js';

const DAY = 86_400_000;

interface Asked<Value> {
  readonly guildId: string;
  readonly by: Member;
  readonly value: Value;
}

/** This alert and those told in its message; an event is over then. @throws UserError */
export function acknowledge(
  engine: Engine,
  { guildId, by, value: alertId }: Asked<string>,
): Promise<readonly Alert[]> {
  return decide(engine, guildId, async ({ tx, row, now, rules, tell }) => {
    const alert = await requireAlert(tx, guildId, alertId);
    const others = await Promise.all(alert.burst.map((id) => findAlert(tx, guildId, id)));
    const group = [alert, ...others.filter((each) => each !== null)];
    const open = group.filter((each) => isOpen(each) && each.acknowledged === null);
    if (open.length === 0) throw alreadyOver(alert);
    const tells: Tell[] = [];
    const after = new Map(group.map((each) => [each.id, each]));
    for (const each of open) {
      const next = acknowledged(each, by.id, now);
      await saveAlert(tx, next);
      after.set(next.id, next);
      const rule = rules.find(({ id }) => id === next.rule) ?? null;
      tells.push({ kind: 'changed', alert: next, rule });
    }
    await tell(tx, tells, { row, now });
    return [...after.values()];
  });
}

function acknowledged(alert: Alert, by: string, at: number): Alert {
  const had = { ...alert, acknowledged: { by, at } };
  if (alert.event !== null) return { ...had, phase: 'resolved', endedAt: at, remindAt: null };
  return { ...had, remindAt: at + STILL_FIRING_MS };
}

function alreadyOver({ acknowledged }: Alert): UserError {
  if (acknowledged === null) return new UserError('Too late', 'This alert is over.');
  return new UserError('Too late', `<@${acknowledged.by}> has it already.`);
}

/** @throws UserError */
export async function requireAlert(
  db: Parameters<typeof findAlert>[0],
  guildId: string,
  id: string,
): Promise<Alert> {
  const alert = await findAlert(db, guildId, id);
  if (alert === null) throw new UserError('No such alert', '`/alerts list` shows all.');
  return alert;
}

/** @throws UserError */
export function silence(engine: Engine, silence: Silence): Promise<void> {
  const { guildId, rule: id, from, until, by, reason } = silence;
  return decide(engine, guildId, async (deciding) => {
    const what = silencedWords(deciding, id);
    if (id === ELSEWHERE && until - from > DAY)
      throw new UserError('A day at most', 'Changes at the pool are where money may go elsewhere.');
    await saveSilence(deciding.tx, silence);
    const { guildId: _, ...details } = silence;
    const start = from > deciding.now ? `from ${exactMoment(from)} ` : '';
    const why = reason === null ? '' : `: ${escape(reason, 200)}`;
    const line = `🔕 <@${by}> silenced ${what} ${start}until ${exactMoment(until)}${why}`;
    await record(deciding, by, { step: 'alerts-silenced', details, line });
    await refresh(deciding, id);
  });
}

/** Of one rule, or every silence. Returns how many ended. @throws UserError */
export function endSilences(
  engine: Engine,
  { guildId, by, value: id }: Asked<string | null>,
): Promise<number> {
  return decide(engine, guildId, async (deciding) => {
    const what = silencedWords(deciding, id);
    const all = await readSilences(deciding.tx, guildId, deciding.now);
    const ended = all.filter(({ rule }) => id === null || rule === id).length;
    if (ended === 0) return 0;
    await deleteSilences(deciding.tx, guildId, id);
    const line = `🔔 <@${by.id}> ended the silence of ${what}`;
    await record(deciding, by.id, { step: 'alerts-silence-ended', details: { rule: id }, line });
    await refresh(deciding, id);
    return ended;
  });
}

/** @throws UserError */
function silencedWords({ rules }: Deciding, id: string | null): string {
  return id === null ? 'all alert rules' : `the alert rule ${id}: ${ruleName(ruleIn(rules, id))}`;
}
