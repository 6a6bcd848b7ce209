import type { Alert, Tell } from '../../domain/alerts/alert.js';
import { isOver } from '../../domain/alerts/alert.js';
import { encodeCustomId, fitsCustomId } from '../../domain/custom-id.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, primaryButton, type ButtonRow } from '../kit/buttons.js';

/** Custom ids of an alert's buttons. Their first argument is the alert's id. */
export const ALERT_ACK = 'alert-ack';
export const ALERT_SILENCE = 'alert-silence';
/** A kind of its own, because it opens a form. */
export const ALERT_SILENCE_FORM = 'alert-silence-form';
/** The second argument tells the alert's messages apart. */
export const ALERT_SHOW = 'alert-show';

export const SILENCE_CHOICES = ['30m', '2h', 'tomorrow'] as const;
export type SilenceChoice = (typeof SILENCE_CHOICES)[number];

const SILENCE_LABELS: Readonly<Record<SilenceChoice, string>> = {
  '30m': '30 minutes',
  '2h': '2 hours',
  tomorrow: 'Until tomorrow 08:00',
};

/** Identifies the message of one tell, and no other. */
export function showButtonId({ id, alertId, ruleId }: Pick<Tell, 'id' | 'alertId' | 'ruleId'>) {
  const subject = alertId ?? ruleId;
  return fitsCustomId(ALERT_SHOW, subject, id)
    ? encodeCustomId(ALERT_SHOW, subject, id)
    : encodeCustomId(ALERT_SHOW, subject, hashOf(id).slice(0, 16));
}

/** The buttons that still do something. */
export function alertButtons(
  alert: Pick<Alert, 'id' | 'phase' | 'acknowledged'>,
  showId: string,
): ButtonRow {
  const { id } = alert;
  const show = button('Show', showId);
  if (isOver(alert)) return buttonRow([show]);
  const silence = button('Silence…', encodeCustomId(ALERT_SILENCE, id));
  if (alert.acknowledged !== undefined) return buttonRow([silence, show]);
  return buttonRow([primaryButton('Acknowledge', encodeCustomId(ALERT_ACK, id)), silence, show]);
}

/** The private answer to the button *Silence…*. `isForADay`: the longest that this rule may be silent. */
export function silenceChoices(alertId: string, isForADay: boolean): Reply {
  const labels = isForADay ? { ...SILENCE_LABELS, tomorrow: 'A day' } : SILENCE_LABELS;
  return {
    content: 'For how long should this rule be silent? Its alerts go on, but nobody is told.',
    components: [
      buttonRow([
        ...SILENCE_CHOICES.map((choice) =>
          button(labels[choice], encodeCustomId(ALERT_SILENCE, alertId, choice)),
        ),
        button('Other time, with a reason…', encodeCustomId(ALERT_SILENCE_FORM, alertId)),
      ]),
    ],
  };
}
