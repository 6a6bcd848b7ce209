/** Colour-blind safe (Okabe–Ito), and always accompanied by a word. */
export const PALETTE = {
  neutral: 0x56b4e9,
  good: 0x009e73,
  warning: 0xe69f00,
  bad: 0xd55e00,
} as const;
export type Tone = keyof typeof PALETTE;

/** For charts: text and marks have a contrast of at least 4.5 against Discord's dark grey. */
export const CHART_PALETTE = {
  background: '#2b2d31',
  text: '#f2f3f5',
  muted: '#b5bac1',
  grid: '#404249',
  zero: '#949ba4',
  /** Days without a figure. */
  missing: '#383a40',
  gain: '#1fc295',
  loss: '#f5793a',
  /** In this order: Okabe–Ito without black and dark blue, which sink into the grey. */
  series: ['#56b4e9', '#e69f00', '#1fc295', '#cc79a7', '#f0e442'],
  /** For all series without a colour of their own. */
  rest: '#949ba4',
} as const;
