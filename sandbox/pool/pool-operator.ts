import type { Workspace } from './workspace.js';
import { createAddress } from './workspace/addresses.js';

/**
 * Somebody at the pool's own console, and at the sites: what happens without the bot. No request
 * shows it, so it is logged here.
 */
export interface PoolConsole {
  /** Newest last; bounded. */
  readonly lines: readonly ConsoleLine[];
  readonly approve: (actionId: string) => void;
  readonly reject: (actionId: string) => void;
  readonly move: (subaccount: string, siteId: string) => void;
  /** Replaces its first BTC address; no request waits for that. */
  readonly payElsewhere: (subaccount: string) => void;
  readonly payAtOtherTimes: (subaccount: string) => void;
  readonly setPower: (siteId: string, isOn: boolean) => void;
  readonly setHot: (siteId: string, isHot: boolean) => void;
  readonly forgetHashrate: (isForgotten: boolean) => void;
  /**
   * Makes answers whose address contains `part` say this in each field with that name: a value, or
   * what a function makes of the present one. Null = back to normal.
   */
  readonly say: (part: string, fields: Readonly<Record<string, unknown>> | null) => void;
}

export interface ConsoleLine {
  /** By this machine's clock, as in the pool's request log. */
  readonly at: number;
  readonly words: string;
}

const kept = 200;
/** Part of the address of answers with the hashrate. */
export const SUMMARY = '/pool/summary/';

export function createPoolConsole(workspace: Workspace): PoolConsole {
  const { conditions, payments } = workspace;
  const lines: ConsoleLine[] = [];
  let addresses = 0;

  function note(words: string): void {
    lines.push({ at: Date.now(), words });
    if (lines.length > kept) lines.shift();
  }

  const siteName = (id: string) => workspace.site(id)?.name ?? id;
  const settingsOf = (name: string) => {
    const subaccount = workspace.subaccount(name);
    return subaccount ? payments.settings('BTC', subaccount) : null;
  };

  function say(part: string, fields: Readonly<Record<string, unknown>> | null): void {
    if (fields === null) workspace.rewrites.delete(part);
    else workspace.rewrites.set(part, (body) => withFields(body, fields));
  }

  return {
    lines,
    say,
    approve(actionId) {
      workspace.approve(actionId);
      note(`approved action ${actionId}`);
    },
    reject(actionId) {
      workspace.reject(actionId);
      note(`rejected action ${actionId}`);
    },
    move(subaccount, siteId) {
      workspace.setSite(subaccount, siteId);
      note(`moved ${subaccount} to ${siteName(siteId)}`);
    },
    payElsewhere(name) {
      const settings = settingsOf(name);
      const [first, ...rest] = settings?.addresses ?? [];
      if (!settings || !first) return;
      addresses += 1;
      const external_address = createAddress('BTC', workspace.seed, 'console', name, addresses);
      const changed = { ...first, address_id: first.address_id + 10_000, external_address };
      workspace.setPaymentSettings('BTC', name, { ...settings, addresses: [changed, ...rest] });
      note(`changed the BTC payout address of ${name} to ${external_address}`);
    },
    payAtOtherTimes(name) {
      const settings = settingsOf(name);
      if (!settings) return;
      const payment_frequency = settings.payment_frequency === 'DAILY' ? 'MONTHLY' : 'DAILY';
      workspace.setPaymentSettings('BTC', name, { ...settings, payment_frequency });
      note(`set the BTC payouts of ${name} to ${payment_frequency}`);
    },
    setPower(siteId, isOn) {
      if (isOn === (conditions.outSince(siteId) === null)) return;
      if (isOn) conditions.powerBack(siteId);
      else conditions.losePower(siteId);
      note(`${siteName(siteId)} ${isOn ? 'has power again' : 'lost power'}`);
    },
    setHot(siteId, isHot) {
      if (isHot) conditions.hot.add(siteId);
      else conditions.hot.delete(siteId);
      note(`${siteName(siteId)} ${isHot ? 'runs hot' : 'cools down'}`);
    },
    forgetHashrate(isForgotten) {
      say(SUMMARY, isForgotten ? { hashrate_5m: null } : null);
      note(`the 5-minute hashrate ${isForgotten ? 'is not shown any more' : 'is shown again'}`);
    },
  };
}

function withFields(body: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (!Object.hasOwn(fields, name)) return value;
    const given = fields[name];
    return typeof given === 'function' ? given(value) : given;
  });
}
