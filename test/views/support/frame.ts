/** What a reply gets besides its data: pages, a range of days, a drawn chart. */

/** The only page there is. */
export const pages = { number: 1, more: false, customId: (page: number) => `p:${page}` };
export const range = { start: '2026-11-17', end: '2026-11-19', clamped: false };
export const chart = {
  file: { name: 'chart.png', data: new Uint8Array(1) },
  url: 'attachment://chart.png',
};
