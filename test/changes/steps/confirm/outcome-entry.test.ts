import { expect, test } from 'vitest';
import { outcomeStep } from '../../../../src/changes/steps/confirm/outcome-entry.js';
import { trailOf } from '../../../../src/changes/trail/stored-trail.js';
import { chainEntry, parseEntry, type EntryDraft } from '../../../../src/domain/changes/entry.js';
import { fold, NO_CHANGES } from '../../../../src/domain/changes/state/state.js';
import { createChangesHarness, GUILD, PEOPLE, pressOn } from '../../fakes/changes-harness.js';

/** What came of a request, in a trail that may lack entries. */

const LATE = { step: 'failed' as const, details: { why: 'late' as const } };
const UNREACHED = { step: 'failed' as const, details: { why: 'pool' as const } };
const REFUSED = { step: 'failed' as const, details: { why: 'pool' as const, status: 422 } };
const REPORTED = { step: 'reported' as const, details: { answer: { id: '1' } } };

/** A trail in which the change is sent; then entries are found missing, and that is accepted. */
async function states() {
  const world = createChangesHarness();
  const { change } = await world.askToMove();
  world.workspace.client.updateSubaccount = () => new Promise(() => undefined);
  void pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await expect.poll(() => world.steps()).toContain('sent');
  const entries = (world.store.streams.get(trailOf(GUILD)) ?? []).map(parseEntry);
  const sent = entries.reduce(fold, NO_CHANGES);
  const after = (state: typeof sent, draft: EntryDraft) => fold(state, chainEntry(draft, 0, state));
  const shown = { seq: 9, head: '00000000' };
  const behind = after(sent, {
    step: 'behind',
    actor: 'pitboss',
    details: { shown, where: 'audit-channel' },
  });
  const accepted = after(behind, {
    step: 'restore-accepted',
    actor: 'pitboss',
    details: { reason: 'no newer copy', askedAt: 0 },
  });
  return { id: change.id, sent, behind, accepted, after };
}

test('that it never left isn’t entered where lost entries may have sent it', async () => {
  const { id, sent, behind, accepted } = await states();
  for (const each of [LATE, UNREACHED]) {
    expect(outcomeStep(sent, id, each)).toMatchObject(each);
    expect(outcomeStep(behind, id, each)).toBeNull();
    expect(outcomeStep(accepted, id, each)).toBeNull();
  }
});

test('what the pool said is entered there too; of its refusal the outcome is unknown', async () => {
  const { id, sent, behind, accepted, after } = await states();
  for (const state of [sent, behind, accepted])
    expect(outcomeStep(state, id, REPORTED)).toMatchObject(REPORTED);
  expect(outcomeStep(sent, id, REFUSED)).toMatchObject(REFUSED);
  for (const state of [behind, accepted]) {
    const step = outcomeStep(state, id, REFUSED);
    expect(step).toMatchObject({ ...REFUSED, step: 'unknown' });
    if (step !== null) expect(outcomeStep(after(state, step), id, REFUSED)).toBeNull();
  }
});
