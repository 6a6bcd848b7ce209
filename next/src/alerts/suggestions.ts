import { Decimal } from 'decimal.js';
import { decimal } from '../cards/kit/figures.js';
import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import type { RuleDraft } from './alerts.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import { countMiners, type MinerStatus } from './measure/miners.js';
import { USUAL_REMIND_MINUTES, type Threshold } from './rule.js';

const PAGE = 1_000;
const FEWEST_MINERS = 10;
const SHARE_OF_FLEET = 0.05;
/** A large fleet always has some that are off. */
const ABOVE_PRESENT = 1.5;

/** Rules that fit most servers, by what the pool gives now; what it does not give is left out. */
export async function suggestedRules(
  pool: Pool,
  settings: GuildSettings,
  channel: string,
): Promise<readonly RuleDraft[]> {
  const [active, offline, failing, margin] = await Promise.all([
    given(async () => decimal((await pool.summary(settings.currency)).value.active_miners)),
    given(() => present(pool, 'offline')),
    given(() => present(pool, 'failing')),
    given(() => usualMargin(pool)),
  ]);
  const fleet = (active?.toNumber() ?? 0) + (offline ?? 0);
  const miners = (now: number | null): Threshold => ({
    unit: 'miners',
    value: String(
      roundUp(Math.max(FEWEST_MINERS, SHARE_OF_FLEET * fleet, ABOVE_PRESENT * (now ?? 0))),
    ),
  });
  const draft = (condition: Condition, threshold = usual(condition)) =>
    draftOf(condition, { threshold, channel, settings });
  return [
    draft('hashrate'),
    draft('offline-miners', miners(offline)),
    draft('failing-miners', miners(failing)),
    draft('temperature'),
    draft('revenue'),
    ...(margin === null
      ? []
      : [{ ...draft('margin', { unit: 'amount', value: margin }), currency: 'BTC' }]),
  ];
}

function usual(condition: Condition): Threshold | null {
  const { units, threshold } = CONDITION_SPECS[condition];
  const [unit] = units;
  return unit === undefined || threshold === null ? null : { unit, value: threshold };
}

interface Placed {
  readonly threshold: Threshold | null;
  readonly channel: string;
  readonly settings: GuildSettings;
}

function draftOf(condition: Condition, { threshold, channel, settings }: Placed): RuleDraft {
  const spec = CONDITION_SPECS[condition];
  return {
    condition,
    threshold,
    forMinutes: spec.forMinutes,
    margin: null,
    currency: spec.currency === 'pool' ? settings.currency : null,
    site: null,
    subaccounts: [],
    channel,
    role: null,
    secondRole: null,
    severity: 'warning',
    remindMinutes: USUAL_REMIND_MINUTES,
  };
}

async function present(pool: Pool, status: MinerStatus): Promise<number> {
  const filter =
    status === 'offline' ? { hashing_status: 'offline' } : { healthy_status: 'failing' };
  const { rows, readAt: at, hasMore } = await pool.miners(filter, { number: 1, size: PAGE });
  return countMiners(status, { rows, at, isAll: !hasMore }).miners.length;
}

/** Half of what is available now, where derivatives are used; else null. */
async function usualMargin(pool: Pool): Promise<string | null> {
  const { value } = await pool.balances('BTC');
  const required = decimal(value.current_margin_requirement?.maintenance_requirement);
  const available = decimal(value.current_available?.initial_buffer_available);
  if (!required?.greaterThan(0) || !available?.greaterThan(0)) return null;
  return available.div(2).toSignificantDigits(2, Decimal.ROUND_DOWN).toFixed();
}

/** Up to two digits: nobody sets a threshold of 217. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / step) * step;
}

async function given<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PoolError) return null;
    throw error;
  }
}
