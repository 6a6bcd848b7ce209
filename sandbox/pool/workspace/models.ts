/** What a model's data sheet says. */
export interface Model {
  readonly name: string;
  readonly terahash: number;
  readonly watts: number;
  /** Number of fans; none if cooled by liquid. */
  readonly fans: number;
  readonly firmware: readonly Firmware[];
}

export interface Firmware {
  readonly name: 'LuxOS' | 'Whatsminer' | 'Bitmain' | 'MicroBT';
  readonly version: string;
}

const antminer: Firmware[] = [
  { name: 'LuxOS', version: '2026.9.12.201544' },
  { name: 'LuxOS', version: '2026.7.3.144210' },
  { name: 'Bitmain', version: '49.0.1.3' },
];
const whatsminer: Firmware[] = [
  { name: 'MicroBT', version: '20260418.22.REL' },
  { name: 'Whatsminer', version: '20251106.16.REL' },
];

/** The most frequent ones twice, so that picking evenly gives a believable fleet. */
export const models: readonly Model[] = [
  { name: 'Antminer S21', terahash: 200, watts: 3500, fans: 4, firmware: antminer },
  { name: 'Antminer S21', terahash: 200, watts: 3500, fans: 4, firmware: antminer },
  { name: 'Antminer S19 XP', terahash: 141, watts: 3010, fans: 4, firmware: antminer },
  { name: 'Antminer S19j Pro', terahash: 104, watts: 3068, fans: 4, firmware: antminer },
  { name: 'Antminer S21 Pro', terahash: 234, watts: 3510, fans: 4, firmware: antminer },
  { name: 'Whatsminer M60', terahash: 172, watts: 3422, fans: 2, firmware: whatsminer },
  { name: 'Whatsminer M60S', terahash: 186, watts: 3441, fans: 2, firmware: whatsminer },
  { name: 'Whatsminer M66S', terahash: 298, watts: 5513, fans: 0, firmware: whatsminer },
];
