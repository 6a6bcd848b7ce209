import { timestamp, uuid } from './formulas.js';
import { applySettings, makeSettings } from './settings.js';
import type { NewSettings, SubaccountRecord } from './settings.js';
import { settingsOf, type World } from './workspace.js';

/** Replaces the settings, or makes them wait for approval. Returns the workspace action. */
export function changeSettings(
  world: World,
  subaccount: SubaccountRecord,
  { currency, settings }: { currency: string; settings: NewSettings },
) {
  let record = settingsOf(world, subaccount.name, currency);
  if (!record) {
    record = makeSettings(subaccount, currency, world.paymentSettings.length);
    Object.assign(record, { addresses: [], payment_frequency: 'UNSPECIFIED' });
    world.paymentSettings.push(record);
  }
  if (world.requiresApproval) {
    world.waiting.set(record, settings);
    record.status = 'PENDING_APPROVAL';
  } else applySettings(record, settings, world.now());
  const { addresses, payment_frequency: frequency, day_of_week: day } = settings;
  const payment_addresses = addresses.map((each) => ({
    name: each.address_name,
    address: each.external_address,
    split: `${each.revenue_allocation}`,
  }));
  return workspaceAction(world, 'CREATE_PAYMENT_SETTINGS', {
    subaccount: { progressive_user_id: subaccount.id, account_name: subaccount.name },
    payment_settings: { currency, frequency, day, payment_addresses },
  });
}

/** With its miners. Returns the workspace action; moves never wait for approval. */
export function moveSubaccount(
  world: World,
  subaccount: SubaccountRecord,
  site: World['sites'][number],
) {
  const before = subaccount.site;
  subaccount.site = site;
  for (const miner of world.miners) {
    if (miner.pool.username === subaccount.name) miner.site_id = site.id;
  }
  return workspaceAction(world, 'UPDATE_SUBACCOUNT', {
    subaccount: { progressive_user_id: subaccount.id, account_name: subaccount.name },
    old_entity: before,
    new_entity: site,
  });
}

/** 2.15 */
function workspaceAction(world: World, name: string, metadata: Readonly<Record<string, unknown>>) {
  const waits = world.requiresApproval && name !== 'UPDATE_SUBACCOUNT';
  const id = uuid('workspace action', world.requests.length);
  return {
    id,
    action_name: name,
    status: waits ? 'PENDING' : 'COMPLETED',
    initiated_at: timestamp(world.now()),
    initiated_by: { id: uuid('key'), display_name: 'Pitboss', type: 'API_KEY' },
    requires_approval: waits,
    canceled_by: null,
    approved_at: null,
    rejected_at: null,
    approved_by: [],
    rejected_by: [],
    url: `/v2/workspace/actions/${id}`,
    metadata,
  };
}
