/** Something that `npm run bench` measures. A file in this folder exports one; `run.ts` lists it. */
export interface Row {
  /** `npm run bench -- summary` measures only this one. */
  readonly name: string;
  /** For the heading of its table. */
  readonly what: string;
  readonly targets: readonly Target[];
  /** It takes minutes: two rounds are enough, and one if it is to be quick. */
  readonly isSlow?: true;
  /** Starts what is measured. `quick`: fewer asks a round. */
  open(options: { readonly quick: boolean }): Promise<Measuring>;
}

export interface Measuring {
  /** In the order of their turns; the targets are about the first. */
  readonly contenders: readonly string[];
  /** One contender's turn. Never two at once. */
  round(contender: string): Promise<Figures>;
  close(): Promise<void>;
}

/** By name, with the unit in brackets: `{ 'CPU (ms)': 2.1 }`. */
export type Figures = Readonly<Record<string, number>>;

/** About the first contender's figure or, with `beside`, its ratio to another's in the same round. */
export interface Target {
  /** `P1` to `P11`. */
  readonly id: string;
  readonly figure: string;
  readonly beside?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The loopback's own processor time. Near 100 it is the loopback that is measured. */
export const LOOPBACK_BUSY = 'loopback busy (%)';
/** Reads of the pool; the same for all contenders, or they do different work. */
export const READS = 'pool reads an ask';
