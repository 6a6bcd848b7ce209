import type { CommandToWrite } from '../protocol.js';

/** A guided story of the playground: what to do next, ticked by what actually happened. */
export interface Story {
  readonly id: string;
  readonly title: string;
  /** What it teaches, in a line. */
  readonly about: string;
  /** Sets up what it needs. Begun again, it starts from the present state. */
  begin(): Play | Promise<Play>;
}

/** One playing of a story. */
export interface Play {
  /** Done one after the other. */
  readonly steps: readonly Step[];
  /** Where it really goes on, if somebody asked in another channel. */
  readonly where?: () => Step['channel'] | undefined;
  /** What deviated from the step, and how to recover; empty = nothing. */
  readonly astray: (step: number) => string;
  /** What happened to the money, by the pool's own books. */
  readonly ending: () => readonly string[];
  /** Undoes what would outlive it, such as a fault. */
  readonly close?: () => void;
}

export interface Step {
  readonly words: string | (() => string);
  /** Whose turn it is, by name; unset if nobody in Discord has to act. */
  readonly person?: string;
  readonly channel: 'pool-ops' | 'treasury' | 'audit';
  readonly command?: CommandToWrite;
  /** Text to type that is easier to copy. */
  readonly copy?: string;
  /** What a button press makes happen outside Discord. */
  readonly act?: { readonly label: string; readonly run: () => void | Promise<void> };
  /** Checked repeatedly; once true, the step stays ticked. */
  readonly done: () => boolean;
}
