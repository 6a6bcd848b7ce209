/** The same colours everywhere; a word always stands beside them. Colour-blind safe (Okabe–Ito). */
export const PALETTE = {
  neutral: 0x56b4e9,
  good: 0x009e73,
  warning: 0xe69f00,
  bad: 0xd55e00,
} as const;
export type Tone = keyof typeof PALETTE;
