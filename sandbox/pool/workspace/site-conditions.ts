/** What happens to whole sites: power loss and heat. Times are the pool's own. */
export interface SiteConditions {
  /** A RangeError if its power is already out. */
  losePower(siteId: string): void;
  powerBack(siteId: string): void;
  /** When it lost power, in ms; null = it has power. */
  readonly outSince: (siteId: string) => number | null;
  readonly lastOutage: (siteId: string) => Readonly<Omit<Outage, 'siteId'>> | undefined;
  /** The share of this time without power, from 0 to 1. */
  readonly outShare: (siteId: string, from: number, to: number) => number;
  readonly hot: Set<string>;
  /** Differs after each change. */
  readonly revision: () => string;
  /** Restores power everywhere, and cools everything. Past outages remain. */
  calm(): void;
}

interface Outage {
  readonly siteId: string;
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
}

export function createSiteConditions(now: () => number): SiteConditions {
  const outages: Outage[] = [];
  const hot = new Set<string>();
  const open = (siteId: string) =>
    outages.find((each) => each.siteId === siteId && each.to === null);

  function powerBack(siteId: string): void {
    const outage = open(siteId);
    if (outage) outage.to = now();
  }

  return {
    losePower(siteId) {
      if (open(siteId)) throw new RangeError('It has no power already');
      outages.push({ siteId, from: now(), to: null });
    },
    powerBack,
    outSince: (siteId) => open(siteId)?.from ?? null,
    lastOutage: (siteId) => outages.findLast((each) => each.siteId === siteId),
    outShare(siteId, from, to) {
      const out = outages
        .filter((each) => each.siteId === siteId)
        .map((each) => Math.min(each.to ?? now(), to) - Math.max(each.from, from))
        .reduce((sum, ms) => sum + Math.max(0, ms), 0);
      return out / (to - from);
    },
    hot,
    revision: () => [...outages.map(({ from, to }) => `${from}-${to ?? ''}`), ...hot].join(),
    calm() {
      for (const { siteId } of outages) powerBack(siteId);
      hot.clear();
    },
  };
}
