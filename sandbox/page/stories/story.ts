import type { CommandToWrite } from '../protocol.js';

/** A guided story of the playground: what to do next, ticked by what really happened. */
export interface Story {
  readonly id: string;
  readonly title: string;
  /** What one learns from it, in a line. */
  readonly about: string;
  /** Sets up what it needs. Begun anew, it begins with things as they are then. */
  begin(): Play | Promise<Play>;
}

/** One playing of a story. */
export interface Play {
  /** Done one after the other. */
  readonly steps: readonly Step[];
  /** What went otherwise than the step says, and how to come back; empty = nothing did. */
  readonly astray: (step: number) => string;
  /** What happened to the money, as the pool's own books say it. */
  readonly ending: () => readonly string[];
  /** Takes back what would outlive it, such as a fault. */
  readonly close?: () => void;
}

export interface Step {
  readonly words: string | (() => string);
  /** Whose turn it is, by name; unset where nobody in Discord has to do anything. */
  readonly person?: string;
  readonly channel: 'pool-ops' | 'treasury' | 'audit';
  readonly command?: CommandToWrite;
  /** A text to type, which a person would rather copy. */
  readonly copy?: string;
  /** What happens outside Discord, at the press of a button. */
  readonly act?: { readonly label: string; readonly run: () => void | Promise<void> };
  /** Looked at again and again; from then on the step stays ticked. */
  readonly done: () => boolean;
}
