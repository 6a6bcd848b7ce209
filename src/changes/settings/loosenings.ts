import type { Member } from '../../domain/guild/access.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import { behindNotLoosenedSentence } from '../../views/changes/restore.js';
import { looseningNotAskedSentence } from '../../views/setup/setting-sentences.js';
import type { ShownMessage } from '../../domain/messages/reply.js';
import { personOf, type Refusal } from '../../domain/changes/change.js';
import { checkAuditChannelWitness } from '../steps/clicked-card.js';
import { redrawPending, takeStep, type EngineContext } from '../engine-context.js';
import { LOOSENING_WAITS_MS, type Loosening } from '../../domain/changes/loosening.js';
import {
  isDue,
  isSameLoosening,
  loosen,
  whyNotConfirmLoosening,
  whyNotWithdrawLoosening,
  type LooseningAttempt,
} from './loosening-rules.js';
import {
  differences,
  lastRecorded,
  NOTHING_SET,
  settingValues,
  type SettingChanges,
} from '../../domain/changes/setting-changes.js';
import type { CheckTurn, SettingsTurn } from './settings-turn.js';

/**
 * Loosenings of rules, from the wish to the `set` entry. `loosening-confirmed` decides, by
 * compare-and-append, so it and a withdrawal exclude each other. What follows it (the settings,
 * then their entry) is done by whoever comes next, should the process end in between.
 */
export interface Loosenings {
  /** The one that waits or is about to take effect. */
  waiting(guildId: string): Promise<Loosening | null>;
  /** Throws a UserError, and records the refusal, when it may not be. */
  confirm(click: LooseningClick): Promise<void>;
  withdraw(click: LooseningClick): Promise<void>;
  /** In place of the one that waits; the same again changes nothing. Throws a UserError. */
  ask(asker: Asker, held: SettingChanges['changed']): Promise<Loosening>;
  /**
   * Makes one take effect that is confirmed, or whose time has come. What the audit channel shows
   * is looked at first: in a store that was put back it may wait although it was withdrawn.
   * Throws when Discord cannot tell.
   */
  takeEffect(guildId: string): Promise<void>;
  /** The same of one that is confirmed, for whoever has their turn. True when it did. */
  finish(guildId: string, check: CheckTurn): Promise<boolean>;
}

interface Asker {
  readonly guildId: string;
  readonly member: Member;
}

export interface LooseningClick extends LooseningAttempt {
  readonly guildId: string;
  /** What the message showed when it was clicked. */
  readonly shown?: ShownMessage | undefined;
}

export interface LooseningsParts {
  readonly context: EngineContext;
  readonly turn: SettingsTurn;
  readonly onError: (what: string, error: unknown) => void;
}

export function createLoosenings({ context, turn, onError }: LooseningsParts): Loosenings {
  const { trail, guilds, clock } = context;
  const waiting = async (guildId: string) => (await trail.state(guildId)).loosening;

  async function tryToAsk({ guildId, member }: Asker, held: SettingChanges['changed']) {
    const { trailState } = await trail.record(guildId, ({ behind, loosening }) => {
      if (
        behind !== null ||
        loosening?.confirmed !== undefined ||
        (loosening !== null && isSameLoosening(loosening, held))
      )
        return null;
      const takesEffectAt = clock.now() + LOOSENING_WAITS_MS;
      const replaces = loosening === null ? {} : { replaces: loosening.seq };
      return {
        step: 'loosening-asked',
        actor: personOf(member),
        details: { changed: held, takesEffectAt, ...replaces },
      };
    });
    const { behind, loosening } = trailState;
    // It would be promised, and dropped when the copy is accepted.
    if (behind !== null) throw new UserError(behindNotLoosenedSentence);
    if (loosening !== null && isSameLoosening(loosening, held)) return loosening;
    // It was confirmed this moment, and has to take effect first.
    throw new Error('another loosening is about to take effect');
  }

  async function finish(guildId: string, check: CheckTurn): Promise<boolean> {
    const { behind, loosening } = await trail.state(guildId);
    const by = loosening?.confirmed?.by;
    if (behind !== null || loosening === null || by === undefined) return false;
    const set = await guilds.update(guildId, (now) => {
      // And its entry.
      check(2);
      return loosen(now, loosening.changed);
    });
    const inForce = settingValues(set, null);
    const { written } = await trail.record(guildId, (now) => {
      if (now.behind !== null || now.loosening?.seq !== loosening.seq) return null;
      check(1);
      const loosened = new Set(loosening.changed.map(({ what }) => what));
      const told = differences(lastRecorded(now.settings, NOTHING_SET), inForce);
      const changed = told.filter(({ what }) => loosened.has(what));
      return { step: 'set', actor: by, details: { by: 'loosened', changed } };
    });
    return written !== null;
  }

  async function takeEffect(guildId: string): Promise<void> {
    await context.witnesses.readAuditChannelOnce(guildId);
    await trail.record(guildId, ({ behind, loosening }) => {
      if (behind !== null || loosening === null || loosening.confirmed !== undefined) return null;
      if (!isDue(loosening, clock.now())) return null;
      const details = { asked: loosening.seq };
      return { step: 'loosening-confirmed', actor: 'pitboss', details };
    });
    await carryOut(guildId);
  }

  async function carryOut(guildId: string): Promise<void> {
    const hasSet = await turn.runPatiently(guildId, (check) => finish(guildId, check));
    if (hasSet) await redrawPending(context, guildId);
  }

  async function step(
    { guildId, member, asked, shown }: LooseningClick,
    name: 'loosening-confirmed' | 'loosening-withdrawn',
    whyNot: (waiting: Loosening | null, attempt: LooseningAttempt) => Refusal | null,
  ): Promise<void> {
    // A trail that is behind is entered as that, which the judging below refuses.
    if (shown !== undefined)
      await context.witnesses.judge(guildId, shown, { where: 'audit-channel' });
    await checkAuditChannelWitness(context, guildId);
    await takeStep(
      context,
      { guildId, member, changeId: '' },
      {
        attempt: name,
        judge: ({ behind, loosening }) =>
          behind === null ? whyNot(loosening, { member, asked }) : { why: 'behind' },
        draft: { step: name, actor: personOf(member), details: { asked: asked.seq } },
      },
    );
  }

  return {
    waiting,
    async confirm(click) {
      await step(click, 'loosening-confirmed', whyNotConfirmLoosening);
      // It is decided: what fails here is done by the next look.
      const done = await toResult(carryOut(click.guildId));
      if (!done.ok) onError('a confirmed loosening has not taken effect yet', done.error);
    },
    withdraw: (click) => step(click, 'loosening-withdrawn', whyNotWithdrawLoosening),
    async ask(asker, held) {
      const first = await toResult(tryToAsk(asker, held));
      // A try that seemed to fail may have been written: the second then finds it.
      const asked = first.ok ? first : await toResult(tryToAsk(asker, held));
      if (asked.ok) return asked.value;
      if (asked.error instanceof UserError) throw asked.error;
      onError(`a loosening in guild ${asker.guildId} could not be asked for`, asked.error);
      throw new UserError(looseningNotAskedSentence, { cause: asked.error });
    },
    takeEffect,
    finish,
  };
}
