import type { Card, Choice } from '../discord/reply.js';
import type { MinerFilter, Read } from '../pool/pool.js';
import type { Miner } from '../pool/schemas.js';
import { cell, code, dotted, escape, listed } from '../text.js';
import { count, figureCell, hashrate, NOT_GIVEN } from './kit/figures.js';
import { table } from './kit/table.js';
import { momentText } from './kit/times.js';

export type NamedFilter = MinerFilter & { readonly siteName?: string | undefined };

/** Units of a file's columns. */
export const MINER_UNITS = { hashrate: 'H/s', power: 'W', max_temperature: '°C' };

export function minersCard(rows: readonly Miner[], filter: NamedFilter): Card {
  const title = minersTitle(filter);
  if (rows.length === 0) return { title, lines: ['No miners match.'] };
  const list = table(
    ['Address', 'Hashrate', '°C', 'Status'],
    rows.map((miner) => [
      cell(minerName(miner), 15),
      figureCell(miner.hashrate, hashrate),
      figureCell(miner.max_temperature, count),
      statusText(miner),
    ]),
    ['left', 'right', 'right', 'left'],
  );
  return { title, lines: [list, legend(rows)] };
}

/** `Miners · North Ridge · failing · hottest first` */
export function minersTitle(filter: NamedFilter): string {
  const { siteName, agent_id: agent, model, firmware } = filter;
  return dotted(
    'Miners',
    siteName && escape(siteName, 40),
    agent && `agent ${escape(agent, 40)}`,
    statusTitle('status', filter.hashing_status),
    statusTitle('health', filter.healthy_status),
    model && escape(model, 60),
    firmware,
    ORDERS[filter.sort_by ?? '']?.[filter.sort_order === 'desc' ? 1 : 0],
  );
}

const ORDERS: Readonly<Record<string, readonly [string, string]>> = {
  hashrate: ['slowest first', 'fastest first'],
  max_temperature: ['coolest first', 'hottest first'],
  power: ['lowest power first', 'highest power first'],
  model: ['by model', 'by model, Z first'],
  firmware: ['by firmware', 'by firmware, Z first'],
  ip_address: ['by address', 'by address, highest first'],
  last_seen_at: ['longest unseen first', 'last seen first'],
};

/** Both can be `N/A`. */
function statusTitle(name: string, word: string | undefined): string | undefined {
  return word === 'N/A' ? `${name} N/A` : word;
}

/** `hashing !`, marked unless the pool calls the miner healthy. */
function statusText(miner: Miner): string {
  return `${cell(miner.hashing_status || '–', 9)} ${healthMark(miner)}`.trimEnd();
}

function healthMark({ healthy_status: health }: Miner): string {
  if (health === 'healthy') return '';
  return health === 'failing' ? '!' : '?';
}

function legend(rows: readonly Miner[]): string {
  const odd = rows
    .filter((miner) => healthMark(miner) === '?')
    .map((miner) => escape(miner.healthy_status || NOT_GIVEN, 30));
  const explained = dotted(
    rows.some((miner) => healthMark(miner) === '!') && '! failing',
    odd.length > 0 && `? health ${listed([...new Set(odd)])}`,
  );
  return explained && `-# ${explained}`;
}

/** Its address, else its worker, else its id. */
function minerName({ ip_address: ip, pool, id }: Miner): string {
  return String(ip || pool?.worker || id || NOT_GIVEN);
}

/** Choices for the select below a page; a miner without an id cannot be found again. */
export function minerChoices(rows: readonly Miner[]): Choice[] {
  const choices = rows.map((miner) => ({
    label: cell(minerName(miner), 90),
    value: String(miner.id ?? ''),
    description: cell(`${miner.model || 'model not given'} · ${statusText(miner)}`, 90),
  }));
  const usable = choices.filter(({ value }) => value !== '' && value.length <= 100);
  return [...new Map(usable.map((choice) => [choice.value, choice])).values()];
}

/** One miner; the pool gives only its site's id. */
export function minerCard(
  { value: miner, readAt }: Omit<Read<Miner>, 'refused'>,
  siteName?: string,
): Card {
  const { healthy_status: health, pool, firmware, mac_address: mac } = miner;
  const needsAttention = health === 'failing' || miner.hashing_status === 'offline';
  const fans = (miner.fan_speed ?? []).map((speed) => count(speed));
  const software = [firmware?.name, firmware?.version].filter(Boolean).join(' ');
  const hashes = named('Hashrate', hashrate(miner.hashrate));
  const power = named('power', count(miner.power, ' W'));
  const temperature = named('temperature', count(miner.max_temperature, ' °C'));
  return {
    title: `Miner ${escape(minerName(miner), 60)}`,
    tone: needsAttention ? 'warning' : 'open',
    lines: [
      `**${escape(miner.hashing_status || 'status not given')}** · health **${escape(health || NOT_GIVEN)}**`,
      `${hashes} · ${power} · ${temperature}`,
      fans.length === 0 ? `Fans ${NOT_GIVEN}` : `Fans ${listed(fans, 8)} rpm`,
      `${escape(miner.model || 'Model not given')} · ${escape(software || 'firmware not given')}`,
      dotted(siteName && escape(siteName, 40), pool?.worker && `worker ${code(pool.worker)}`),
      `-# Seen ${momentText(miner.last_seen_at, 'R')} · MAC ${mac ? code(mac) : NOT_GIVEN}`,
    ],
    at: readAt,
  };
}

function named(name: string, figure: string): string {
  return figure === NOT_GIVEN ? `${name} ${figure}` : figure;
}
