import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, type ButtonRow } from '../kit/buttons.js';
import { waitingChangesCard } from './daily-changes.js';
import { alertsOfDayCard } from './daily-alerts.js';
import { currencyCard } from './daily-currency.js';
import { derivativesCard, fleetCard } from './daily-fleet.js';
import type { DailyPostModel } from './daily-post-model.js';
import { timestamp } from '../kit/times.js';

/** Made for a phone: what needs attention first, a line per figure, details behind buttons. */
export function dailyPost(model: DailyPostModel): Reply {
  const { gathered } = model;
  const fleet = fleetCard(model);
  const money = derivativesCard(gathered.derivatives);
  const cards = gathered.currencies.map((parts) => currencyCard(parts, model));
  const waiting = waitingChangesCard(model.changes);
  // What doesn't fit on a message is left out from the end, and this must not be.
  const isFirst = model.changes?.ok === true && model.changes.value.loosening !== null;
  return {
    ...(model.lateSince === null ? {} : { content: lateLine(model.lateSince) }),
    embeds: [
      isFirst ? waiting : null,
      ...cards,
      fleet,
      money,
      isFirst ? null : waiting,
      alertsOfDayCard(model.alerts),
    ].filter((each) => each !== null),
    components: buttons(model),
    files: [...model.charts.values()].flatMap((chart) => (chart.ok ? [chart.value.file] : [])),
  };
}

function lateLine(dueAt: number): string {
  return `⏰ Late: this was due ${timestamp(dueAt)}.`;
}

/** A row per currency, the fleet's button in the last; Discord takes five rows of five. */
function buttons({ gathered, sections, customId }: DailyPostModel): ButtonRow[] {
  const many = gathered.currencies.length > 1;
  const rows = gathered.currencies.map(({ currency }) => {
    // Several such rows have to fit a phone.
    const name = (alone: string, among: string) => (many ? `${currency} ${among}` : alone);
    return [
      button(name('Full summary', 'summary'), customId('summary', currency)),
      button(name('Revenue by day', 'revenue'), customId('revenue', currency)),
      button(name('By subaccount', 'subaccounts'), customId('parts', currency)),
      ...(sections.includes('payments')
        ? [button(name('Payment settings', 'payments'), customId('payments', currency))]
        : []),
    ];
  });
  const fleet = button('Failing miners', customId('miners', ''));
  const last = rows.at(-1);
  if (sections.includes('miners')) {
    if (many || last === undefined) rows.push([fleet]);
    else last.push(fleet);
  }
  return rows.map(buttonRow);
}
