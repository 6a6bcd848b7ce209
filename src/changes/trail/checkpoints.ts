import { ifDamaged } from '../../domain/errors/store-errors.js';
import { z } from 'zod';
import { createCopyOnWriteMap } from '../../domain/changes/state/copy-on-write-map.js';
import type { Change } from '../../domain/changes/change.js';
import type { ChangeDigest } from '../../domain/changes/state/change-digest.js';
import { hashIn } from '../../domain/changes/entry.js';
import { hashPrefix } from '../../domain/changes/entry-ref.js';
import type { BehindRecord } from '../../domain/changes/trail-behind.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { openNotes } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { trailOf } from './stored-trail.js';

/**
 * Increment when the same entries add up to a different state, or the state is written differently.
 */
const FORM = 1;
/**
 * Earlier versions accept a loss without what had ended with nothing done, so a checkpoint of theirs counts only
 * where no entries were ever missing.
 */
const KNOWS_ENDED = { knowsEnded: true } as const;

const signedText = z.object({ text: z.string(), signature: z.string() });
type SignedText = z.output<typeof signedText>;

/** In place of a checkpoint: there must be none. */
const BROKEN: SignedText = { text: '', signature: 'broken' };

export type Checkpoints = ReturnType<typeof createCheckpoints>;

/**
 * What a process remembered of a trail, so that the next need not read all of it. Nobody can write
 * one without the master key; one that was altered, belongs to another guild or was signed under
 * another key is ignored.
 */
export function createCheckpoints(
  store: Pick<Store, 'notes' | 'entryAt'>,
  sign: (text: string) => string,
) {
  const notes = openNotes(store, { space: 'trail-checkpoints', schema: signedText });

  /** Checkpoints of earlier versions lack the head. */
  async function withHead(guildId: string, behind: WrittenBehind): Promise<BehindRecord> {
    const { head } = behind;
    if (head !== undefined) return { ...behind, head };
    const text = await store.entryAt(trailOf(guildId), behind.seq);
    return { ...behind, head: hashPrefix(hashIn(text ?? '') ?? '') };
  }

  return {
    async read(guildId: string): Promise<ChangesState | null> {
      const stored = await notes.find(guildId);
      if (stored === undefined || sign(stored.text) !== stored.signature) return null;
      const state = stateIn(stored.text, guildId);
      if (state === null) return null;
      const { behind } = state;
      return { ...state, behind: behind === null ? null : await withHead(guildId, behind) };
    },
    async write(guildId: string, state: ChangesState): Promise<void> {
      // Another process may not know yet that the trail was found broken.
      if ((await notes.find(guildId))?.signature === BROKEN.signature) return;
      const text = textOf(guildId, state);
      await notes.set(guildId, { text, signature: sign(text) });
    },
    /** From now on each process that starts reads the trail whole, until one finds it intact. */
    async forbid(guildId: string): Promise<void> {
      await notes.set(guildId, BROKEN);
    },
    /** The trail was read whole and is intact. */
    async allow(guildId: string): Promise<void> {
      const found = await ifDamaged(notes.get(guildId), () => BROKEN);
      if (found?.signature === BROKEN.signature) await notes.delete(guildId);
    },
  };
}

function textOf(guildId: string, state: ChangesState): string {
  const { changes, digests, settings, ...rest } = state;
  // Left out: its place in the list gives the number.
  const traces = Array.from(digests.entries(), ([id, each]) => [
    id,
    { ...each, number: undefined },
  ]);
  const lists = { changes: [...changes], traces, settings: [...settings] };
  return JSON.stringify({ form: FORM, guildId, ...KNOWS_ENDED, ...rest, ...lists });
}

type WrittenBehind = Omit<BehindRecord, 'head'> & Partial<Pick<BehindRecord, 'head'>>;

type ReadState = Omit<ChangesState, 'behind'> & { readonly behind: WrittenBehind | null };

/** Checkpoints written by earlier versions lack these. */
type NewerField = 'findings' | 'removedAt';

/** As stored: digests are called traces here, and their order gives the changes' numbers. */
type WrittenState = Omit<ReadState, 'changes' | 'digests' | 'settings' | NewerField> &
  Partial<Pick<ChangesState, NewerField>> & {
    readonly [List in 'changes' | 'settings']: readonly ItemOf<ChangesState[List]>[];
  } & {
    readonly traces: readonly (readonly [string, Omit<ChangeDigest, 'number'>])[];
    readonly form: number;
    readonly guildId: string;
    readonly knowsEnded?: true;
  };

type ItemOf<Listed> = Listed extends Iterable<infer Each> ? Each : never;

function stateIn(text: string, guildId: string): ReadState | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is signed, so `textOf` wrote it
  const { form, guildId: of, knowsEnded, traces, ...written } = JSON.parse(text) as WrittenState;
  if (form !== FORM || of !== guildId) return null;
  const hadLoss = written.behind !== null || written.restores.length > 0;
  if (hadLoss && knowsEnded !== true) return null;
  const digests = new Map(traces.map(([id, digest], at) => [id, { ...digest, number: at + 1 }]));
  const numbered = written.changes.map(([id, change]): [string, Change] => [
    id,
    { ...change, number: digests.get(id)?.number ?? 0 },
  ]);
  return {
    findings: [],
    // An older removal than the checkpoint ends nothing that has begun since.
    removedAt: 0,
    ...written,
    changes: new Map(numbered),
    digests: createCopyOnWriteMap(digests),
    settings: new Map(written.settings),
  };
}
