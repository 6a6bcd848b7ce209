import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import { currencyCard } from './daily-currency.js';
import { derivativesCard, fleetCard } from './daily-fleet.js';
import type { DailyPostModel } from './daily-post-model.js';
import { timestamp } from '../kit/times.js';

/**
 * The daily post: to be read at breakfast on a phone, so a line for each figure, its change in
 * small print below, and what needs somebody first. Details are behind the buttons.
 */

export function dailyPost(shown: DailyPostModel): Reply {
  const { gathered } = shown;
  const fleet = fleetCard(shown);
  const money = derivativesCard(gathered.derivatives);
  const cards = gathered.currencies.map((parts) => currencyCard(parts, shown));
  return {
    ...(shown.lateSince === null ? {} : { content: lateLine(shown.lateSince) }),
    embeds: [...cards, fleet, money].filter((each) => each !== null),
    components: buttons(shown),
    files: [...shown.charts.values()].flatMap((chart) => (chart.ok ? [chart.value.file] : [])),
  };
}

function lateLine(dueAt: number): string {
  return `⏰ Late: this was due ${timestamp(dueAt)}.`;
}

type Row = APIActionRowComponent<APIButtonComponentWithCustomId>;

/** A row for each currency, the fleet's button in the last; Discord takes five rows of five. */
function buttons({ gathered, sections, customId }: DailyPostModel): Row[] {
  const many = gathered.currencies.length > 1;
  const rows = gathered.currencies.map(({ currency }) => {
    // Several rows of these have to fit a phone.
    const name = (alone: string, among: string) => (many ? `${currency} ${among}` : alone);
    return [
      button(name('Full summary', 'summary'), customId('summary', currency)),
      button(name('Revenue by day', 'revenue'), customId('revenue', currency)),
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
  return rows.map((components) => ({ type: ComponentType.ActionRow, components }));
}

function button(label: string, customId: string): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: customId,
  };
}
