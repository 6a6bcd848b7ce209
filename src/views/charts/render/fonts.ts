import { createRequire } from 'node:module';
import type { GlobalFonts } from '@napi-rs/canvas';
import { TEXT } from './layout.js';

/** Bundled fonts, so that a machine without any draws the same picture. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;
const WEIGHTS = [400, 600] as const;

/** The font family list for all text; the subsets fill in for each other. */
export const FONT_FAMILY = SUBSETS.map((subset) => `Inter-${subset}`).join(', ');

/** For the axes and the legend. */
export const FONT = { family: FONT_FAMILY, size: TEXT.plain } as const;

let registered = false;

/** @throws Error if a font file cannot be read: text would vanish from every chart. */
export function registerFonts(fonts: typeof GlobalFonts): void {
  if (registered) return;
  const { resolve } = createRequire(import.meta.url);
  for (const subset of SUBSETS) {
    for (const weight of WEIGHTS) {
      const path = resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`);
      if (fonts.registerFromPath(path, `Inter-${subset}`) === null)
        throw new Error(`cannot read the font ${path}`);
    }
  }
  registered = true;
}
