import type { Reply } from '../../domain/messages/reply.js';
import type { Listing, MinerFilter, Read } from '../../pool-api/client.js';
import { isFailing, isHealthy, isOffline } from '../../domain/pool/miner-status.js';
import type { Miner } from '../../pool-api/resources.js';
import { selectRow } from '../kit/buttons.js';
import { cardReply, wideField } from '../kit/card.js';
import {
  formatText,
  hashrate,
  hashrateCell,
  formatWithUnit,
  MINER_UNITS,
  NOT_GIVEN,
} from '../kit/figures.js';
import { listLines, pageButtons, type Pages } from '../kit/paging.js';
import { shortFigure } from '../kit/short-figure.js';
import { rightColumn, table } from '../kit/table.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { poolTimeWithAge } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';

interface MinersPage {
  readonly read: Read<Listing<Miner>>;
  readonly filter: MinerFilter;
  readonly siteName?: string;
  readonly pages: Pages;
  /** Custom id of the select that opens one miner. */
  readonly selectId: string;
  /** Values of the miners' options, in the order of the list. */
  readonly selectValues: readonly string[];
}

export function minersReply(page: MinersPage): Reply {
  const { read, filter, siteName, pages } = page;
  const miners = read.value.items;
  const none =
    pages.number === 1 ? 'No miners match.' : 'This page is empty: the list ended before it.';
  return cardReply({
    title: 'Miners',
    lines: [
      filterLine(filter, siteName),
      ...listLines(miners, minersTable, {
        pages,
        given: read.value.given,
        none,
        notes: healthNotes(miners),
      }),
    ],
    readAt: read.readAt,
    components: [...(miners.length === 0 ? [] : [minerSelect(page)]), ...pageButtons(pages)],
  });
}

function minersTable(miners: readonly Miner[]): string {
  return table<Miner>(
    [
      { heading: 'Address', width: 15, cell: nameOf },
      rightColumn('Hashrate', 10, (each) => hashrateCell(each.hashrate)),
      rightColumn(MINER_UNITS.temperature, 3, (each) => shortFigure(each.max_temperature, 3)),
      { heading: 'Status', width: 9, cell: statusWord },
    ],
    miners,
  );
}

/** `hashing !`: the hashing status, with a mark unless the pool calls the miner healthy. */
function statusWord(miner: Miner): string {
  const word = oneLine(miner.hashing_status || '–', 7);
  const mark = healthMark(miner);
  return mark === '' ? miner.hashing_status || '–' : `${word} ${mark}`;
}

/** No mark means the pool said `healthy`, never that it said nothing. */
function healthMark(miner: Miner): '' | '!' | '?' {
  if (isHealthy(miner) === true) return '';
  return isFailing(miner) === true ? '!' : '?';
}

function healthNotes(miners: readonly Miner[]): string[] {
  const unsure = miners.filter((each) => healthMark(each) === '?');
  const words = unsure.map(({ healthy_status }) =>
    healthy_status ? escapeMarkdown(healthy_status, 30) : NOT_GIVEN,
  );
  return [
    '! = failing',
    ...(words.length === 0 ? [] : [`? = health ${joinList([...new Set(words)], 4)}`]),
  ];
}

/** The miner's address, else its worker, else its id. */
function nameOf(miner: Miner): string {
  return miner.ip_address || miner.pool?.worker || miner.id || NOT_GIVEN;
}

function minerSelect({ read, selectId, selectValues }: MinersPage) {
  const options = read.value.items.map((miner, index) => ({
    label: oneLine(nameOf(miner), 60) || `Miner ${index + 1}`,
    description: oneLine(`${miner.model ?? 'model not given'} · ${statusWord(miner)}`, 90),
    value: selectValues[index] ?? String(index),
  }));
  return selectRow(selectId, 'Show one miner', options);
}

interface MinerFacts {
  readonly readAt: number;
  /** If known; the miner itself gives only the id. */
  readonly siteName: string | undefined;
}

export function minerReply(miner: Miner, { readAt, siteName }: MinerFacts): Reply {
  const firmware = [miner.firmware?.name, miner.firmware?.version].filter(Boolean).join(' ');
  const fans = (miner.fan_speed ?? [])
    .map((speed) => formatWithUnit(speed, MINER_UNITS.fan))
    .join(', ');
  return cardReply({
    title: `Miner ${escapeMarkdown(nameOf(miner), 60)}`,
    tone: isFailing(miner) === true || isOffline(miner) === true ? 'warning' : 'neutral',
    lines: [
      `Status: **${formatText(miner.hashing_status)}**`,
      `Health: **${formatText(miner.healthy_status)}**`,
      `Last seen: ${poolTimeWithAge(miner.last_seen_at)}`,
      siteName === undefined ? null : `Site: **${escapeMarkdown(siteName, 60)}**`,
    ],
    fields: [
      wideField(
        'Figures',
        `Hashrate: **${hashrate(miner.hashrate)}**`,
        `Power: ${formatWithUnit(miner.power, MINER_UNITS.power)}`,
        `Highest temperature: ${formatWithUnit(miner.max_temperature, MINER_UNITS.temperature)}`,
        `Fans: ${fans || NOT_GIVEN}`,
      ),
      wideField(
        'Machine',
        `Model: ${formatText(miner.model)}`,
        `Firmware: ${firmware === '' ? NOT_GIVEN : escapeMarkdown(firmware, 80)}`,
        `IP address: ${copyable(miner.ip_address)}`,
        `MAC address: ${copyable(miner.mac_address)}`,
        `Worker: ${copyable(miner.pool?.worker)}`,
      ),
      wideField(
        'Pool',
        [miner.pool?.url, miner.pool?.username]
          .flatMap((each) => (each ? [code(each)] : []))
          .join(' as ') || NOT_GIVEN,
      ),
      wideField(
        'Ids',
        `Miner: ${copyable(miner.id)}`,
        `Site: ${copyable(miner.site_id)}`,
        `Agent: ${copyable(miner.agent_id)}`,
      ),
    ],
    readAt,
  });
}

function copyable(text: string | null | undefined): string {
  return text ? code(text) : NOT_GIVEN;
}

/** The filter in words. */
export function filterLine(filter: MinerFilter, siteName: string | undefined): string {
  const parts = [
    siteName === undefined ? null : `site ${escapeMarkdown(siteName, 60)}`,
    filter.agentId === undefined ? null : `agent ${code(filter.agentId, 40)}`,
    filter.hashingStatus ?? null,
    filter.healthyStatus ?? null,
    filter.model === undefined ? null : escapeMarkdown(filter.model, 60),
    filter.firmware ?? null,
  ].filter((part) => part !== null);
  return [...(parts.length === 0 ? ['The whole fleet'] : parts), ...sorting(filter)].join(' · ');
}

function sorting({ sortBy, sortOrder }: MinerFilter): string[] {
  if (sortBy === undefined) return [];
  const first = sortOrder === 'desc' ? 'highest' : 'lowest';
  return [`sorted by ${sortBy.replaceAll('_', ' ')}, ${first} first`];
}
