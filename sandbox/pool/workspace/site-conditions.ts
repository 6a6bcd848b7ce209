/** What happens to whole sites: they lose power, and run hot. Times are the pool's own. */
export interface SiteConditions {
  /** A RangeError where it is out already. */
  losePower(siteId: string): void;
  powerBack(siteId: string): void;
  /** Since when it has no power, in ms; null = it has. */
  readonly outSince: (siteId: string) => number | null;
  readonly lastOutage: (siteId: string) => Readonly<Omit<Outage, 'siteId'>> | undefined;
  /** How much of this time it had no power, from 0 to 1. */
  readonly outShare: (siteId: string, from: number, to: number) => number;
  readonly hot: Set<string>;
  /** Another one after each change. */
  readonly revision: () => string;
  /** Power everywhere, and nothing hot. Outages that were stay what they were. */
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
