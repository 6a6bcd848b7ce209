import { isOver, type Alert, type Silence } from '../../domain/alerts/alert.js';
import type { AlertRule } from '../../domain/alerts/rule.js';
import { escapeMarkdown } from '../kit/text.js';
import { CONDITION_NAMES, figureText, alertHeadline, whereText, worstOf } from './alert-figures.js';
import { eventText } from './event-text.js';

/** What an alert's title tells of. */
export interface TitledAlert {
  readonly alert: Alert;
  /** Missing = changed or removed. */
  readonly rule: AlertRule | undefined;
  /** In force now. */
  readonly silence: Silence | null;
  /** Shown on request: mentions nobody. */
  readonly isTest?: true;
}

/** The alert's state in one word. */
function stateWord({ alert, silence }: Pick<TitledAlert, 'alert' | 'silence'>): string {
  const { phase, isEvent, acknowledged } = alert;
  if (phase === 'closed') return 'Closed';
  if (phase === 'resolved') return isEvent ? 'Over' : 'Resolved';
  if (phase === 'recovering') return 'Recovering';
  if (silence !== null) return 'Silenced';
  if (acknowledged !== undefined) return 'Acknowledged';
  return isEvent ? 'Alert' : 'Firing';
}

/** `Firing: Hashrate 71 % of its 24-hour rate`. Once over, the worst figure instead of the last. */
export function alertTitle(model: TitledAlert): string {
  return `${model.isTest ? 'Test · ' : ''}${stateWord(model)}: ${alertSubject(model)}`;
}

/** The title without the state. */
export function alertSubject(about: Pick<TitledAlert, 'alert' | 'rule'>): string {
  return `${whatOf(about)}${siteText(about)}`;
}

/** For a line in a list: adds what an event is about, which its card shows below the title. */
export function listedTitle(alert: Alert, rule: AlertRule | undefined): string {
  return `${stateWord({ alert, silence: null })}: ${listedSubject(alert, rule)}`;
}

/**
 * For a list whose title says that alerts are firing: gives the state only of those that aren't.
 */
export function burstTitle(alert: Alert, rule: AlertRule | undefined): string {
  const isNew = alert.phase === 'firing' && alert.acknowledged === undefined;
  return isNew ? listedSubject(alert, rule) : listedTitle(alert, rule);
}

function listedSubject(alert: Alert, rule: AlertRule | undefined): string {
  const subject = alert.isEvent ? eventText(alert).subject : undefined;
  const title = alertSubject({ alert, rule });
  return subject === undefined ? title : `${title} · ${subject}`;
}

/** Share of the whole count that makes an alert about one site, whatever is usual elsewhere. */
const MOSTLY = 0.8;

/** The part of the workspace that the rule watches, or the site with nearly all of the count. */
function siteText({ alert, rule }: Pick<TitledAlert, 'alert' | 'rule'>): string {
  const watched = whereText(rule ?? {});
  const [first] = alert.sites ?? [];
  if (watched !== '' || first === undefined || isOver(alert)) return watched;
  const share = first.count / Number(alert.value);
  if (!(share >= MOSTLY)) return '';
  return `, ${share === 1 && !alert.atLeast ? 'all' : 'mostly'} at ${escapeMarkdown(first.name, 40)}`;
}

function whatOf({ alert, rule }: Pick<TitledAlert, 'alert' | 'rule'>): string {
  if (alert.isEvent) return eventText(alert).title;
  if (!isOver(alert) || alert.worst === undefined || alert.condition === 'pool')
    return alertHeadline(alert, rule);
  const worst = figureText(worstOf(alert, alert.worst), alert.worst, rule)?.replaceAll('**', '');
  return `${CONDITION_NAMES[alert.condition]}${worst ? ` (worst: ${worst})` : ''}`;
}
