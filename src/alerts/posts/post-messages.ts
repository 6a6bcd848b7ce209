import { ruleOf, type Alert, type GuildAlerts, type Tell } from '../../domain/alerts/alert.js';
import {
  isNextOf,
  beginTell,
  dropTell,
  told,
  tellFailed,
} from '../../domain/alerts/posts-to-send.js';
import { waitingOf } from '../../domain/alerts/alert-bursts.js';
import { burstAlerts, burstRevision } from '../../domain/alerts/burst-shown.js';
import { rulesInForce } from '../../domain/alerts/rule.js';
import { isChannelGone } from '../../domain/errors/channel-refused.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import { postOnce, type FailedPost } from '../../domain/messages/post-once.js';
import type { Reply } from '../../domain/messages/reply.js';
import { showButtonId } from '../../views/alerts/alert-buttons.js';
import {
  alertMessage,
  dataMessage,
  reminderMessage,
  resolvedMessage,
} from '../../views/alerts/alert-messages.js';
import {
  burstEnd,
  burstMessage,
  burstMore,
  burstReminder,
} from '../../views/alerts/burst-message.js';
import type { AlertModels } from './alert-model.js';
import type { AlertPostsParts } from './alert-posts-parts.js';
import { withClaim } from '../../domain/async/with-claim.js';
import { tellChannelId, isWanted, roleOf, subjectOf, type TellSubject } from './post-subject.js';
import type { ChannelRefusedNotice } from './alert-channel-refused-notice.js';

interface TellParts extends AlertPostsParts {
  readonly models: AlertModels;
  readonly onRefused: ChannelRefusedNotice;
}

/** A message and the revision it shows. */
interface DrawnMessage {
  readonly reply: Reply;
  readonly shown: number;
}

const MAX_KNOWN = 10_000;
/** No alert or burst has it. */
const NO_REVISION = -1;

/** Makes the posts that are due, each once over all processes. */
export function createPostMessages(parts: TellParts) {
  const { store, states, rules, guilds, clock, models, onRefused, onError } = parts;
  /** Servers already logged as having no channel. */
  const withoutChannel = new Set<string>();

  async function compose(
    guildId: string,
    subject: TellSubject,
    state: GuildAlerts,
  ): Promise<DrawnMessage | null> {
    const { tell, alert, burst, rule, rules: all } = subject;
    const roleId = roleOf(subject);
    if (tell.what === 'storm') {
      const inForce = rulesInForce(all);
      const ofAlert = (each: Alert) => ruleOf(each, inForce);
      const alerts = burstAlerts(state, tell.alertId);
      const reply = burstMessage({ alerts, ruleOf: ofAlert, now: clock.now() }, tell, roleId);
      return { reply, shown: burstRevision(state, tell.alertId ?? '') };
    }
    const { message } = alert ?? burst ?? {};
    const messageId = message?.isGone === true ? undefined : message?.messageId;
    const about = {
      tell,
      roleId,
      now: clock.now(),
      ...(messageId === undefined ? {} : { messageId }),
    };
    if (burst !== undefined) {
      const alerts = burstAlerts(state, burst.id);
      const waiting = waitingOf(state, burst, clock.now());
      const reply =
        tell.what === 'reminder'
          ? burstReminder(waiting, about)
          : tell.what === 'more'
            ? burstMore(waiting, about)
            : burstEnd(alerts, about);
      return { reply, shown: 0 };
    }
    if (alert === undefined) {
      if (rule === undefined) return null;
      return { reply: dataMessage(tell, rule), shown: 0 };
    }
    const shown = alert.revision;
    if (tell.what === 'firing') {
      const model = await models(guildId, { state, alert, rule });
      return { reply: alertMessage(model, tell, roleId), shown };
    }
    if (message === undefined) return null;
    const reply =
      tell.what === 'reminder'
        ? reminderMessage({ alert, rule }, about)
        : resolvedMessage({ alert, rule }, about);
    return { reply, shown };
  }

  async function post(guildId: string, id: string): Promise<void> {
    const readAt = clock.now();
    const state = await states.read(guildId);
    const tell = state.tells.find((each) => each.id === id);
    if (tell === undefined || !isNextOf(state, tell)) return;
    const [all, { auditChannelId }] = await Promise.all([
      rules.of(guildId),
      guilds.settings(guildId),
    ]);
    const subject = subjectOf(state, tell, all);
    const drop = () => states.change(guildId, (now) => dropTell(now, id));
    if (!isWanted(state, subject, clock.now())) return void (await drop());
    const channelId = tellChannelId(subject, auditChannelId);
    if (channelId === undefined) {
      noteNoChannel(guildId);
      return void (await drop());
    }
    const { maybeSince } = tell;
    let shown = 0;
    const outcome = await postOnce(parts, {
      channelId,
      customIdPrefix: showButtonId(tell),
      nonce: nonceOf(['alert', guildId, id]),
      maybeSince,
      async compose() {
        const drawn = await compose(guildId, subject, state);
        if (drawn === null) return null;
        ({ shown } = drawn);
        return drawn.reply;
      },
      begin: async () =>
        (await states.change(guildId, (now) =>
          beginTell(now, tell, { now: clock.now(), channelId }),
        )) !== null,
      // A found message may show anything, and one in plain words no card, so it is redrawn.
      posted: (messageId, postedAt, isPlain) => {
        // Whatever fired since then isn't on it.
        const at = Math.min(postedAt, readAt);
        return states.change(guildId, (now) =>
          told(now, tell, { shown: isPlain ? NO_REVISION : shown, at, channelId, messageId }),
        );
      },
    });
    if ('error' in outcome) await failed(guildId, subject, outcome);
  }

  async function failed(
    guildId: string,
    { tell: { id, maybeSince }, alert }: TellSubject,
    failure: FailedPost,
  ): Promise<void> {
    if (failure.kind !== 'refused') onError('an alert was not posted', failure.error);
    const kind = isChannelGone(failure.error) ? 'gone' : failure.kind;
    await states.change(guildId, (state) =>
      tellFailed(state, id, { now: clock.now(), kind, maybeSince }),
    );
    if (failure.kind === 'refused') await onRefused(guildId, failure.error, alert ?? null);
  }

  function noteNoChannel(guildId: string): void {
    if (withoutChannel.has(guildId)) return;
    if (withoutChannel.size >= MAX_KNOWN) withoutChannel.clear();
    withoutChannel.add(guildId);
    onError('an alert has no channel to go to', new Error(`no alert channel in ${guildId}`));
  }

  /** Throws what the store throws. */
  return (guildId: string, { id }: Pick<Tell, 'id'>) =>
    withClaim(store, `alert-tell:${guildId}:${id}`, () => post(guildId, id));
}
