import type { Call } from '../call.js';
import { addDays, dayOf } from '../workspace/days.js';
import { isRecord, mapRecords, type JsonRecord } from './walk.js';

/** Changes to one kind of resource, found by the fields that only it has. */

export function siteNull(body: unknown): unknown {
  return mapSubaccounts(body, (subaccount) => ({ ...subaccount, site: null }));
}

export function flatSite(body: unknown): unknown {
  return mapSubaccounts(body, ({ site, ...rest }) => ({
    ...rest,
    site_id: isRecord(site) ? site['id'] : null,
  }));
}

export function bareSubaccount(body: unknown): unknown {
  return mapSubaccounts(body, ({ created_at: _created, url: _url, ...rest }) => rest);
}

function mapSubaccounts(body: unknown, change: (subaccount: JsonRecord) => JsonRecord): unknown {
  return mapRecords(body, (record) =>
    'name' in record && ('site' in record || 'site_id' in record) ? change(record) : record,
  );
}

export function camelCaseActions(body: unknown): unknown {
  if (!isAction(body)) return body;
  return mapRecords(body, (record) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [camelCase(key), value])),
  );
}

export function metadataNull(body: unknown): unknown {
  return isAction(body) ? { ...body, metadata: null } : body;
}

function isAction(body: unknown): body is JsonRecord {
  return isRecord(body) && 'action_name' in body;
}

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

export function wrapContract(body: unknown): unknown {
  return isRecord(body) && 'contract_id' in body ? { contract: body } : body;
}

/** Adds sums of another type on the same dates; the mined ones stay unchanged. */
export function manyRevenueTypes(body: unknown): unknown {
  return mapRevenueRows(body, (row) => {
    const { revenue } = row;
    if (!isRecord(revenue)) return [row];
    const other = (type: string, share: number) => ({
      ...row,
      revenue: {
        ...revenue,
        revenue_type: type,
        revenue: Math.round(Number(revenue['revenue']) * share * 1e8) / 1e8,
      },
    });
    return [row, other('REFERRAL', 0.01), other('BONUS', 0.002)];
  });
}

export function flatRevenue(body: unknown): unknown {
  return mapRevenueRows(body, ({ revenue, ...row }) => [
    isRecord(revenue) ? { ...row, ...revenue } : { ...row, revenue },
  ]);
}

export function withoutYesterday(body: unknown, { workspace }: Call): unknown {
  const yesterday = addDays(dayOf(workspace.now()), -1);
  return mapRevenueRows(body, (row) =>
    String(row['date_time']).startsWith(yesterday) ? [] : [row],
  );
}

function mapRevenueRows(body: unknown, change: (row: JsonRecord) => JsonRecord[]): unknown {
  if (!isRecord(body) || !('start_date' in body) || !Array.isArray(body['revenue'])) return body;
  const rows: unknown[] = body['revenue'];
  return { ...body, revenue: rows.flatMap((row) => (isRecord(row) ? change(row) : [row])) };
}
