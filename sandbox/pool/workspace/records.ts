/** Resources in the description's wire format (section 2). */

export interface SubaccountRecord {
  id: number;
  name: string;
  site: { id: string; name: string };
  created_at: string;
  url: string;
}

export interface MinerRecord {
  id: string;
  ip_address: string;
  mac_address: string;
  model: string;
  firmware: { name: string; version: string };
  hashing_status: 'hashing' | 'idle' | 'offline' | 'N/A';
  healthy_status: 'healthy' | 'failing' | 'N/A';
  site_id: string;
  agent_id: string;
  hashrate: string;
  power: number;
  max_temperature: number;
  fan_speed: number[];
  pool: { url: string; username: string; worker: string };
  last_seen_at: string;
  url: string;
}

export interface RevenueEntryRecord {
  currency_type: string;
  revenue_type: string;
  revenue: number;
}

export interface RevenueRowRecord {
  date_time: string;
  revenue: RevenueEntryRecord;
}

export interface DevFeeRecord {
  datetime: string;
  devfee_hashrate: string;
  devfee_revenue: number;
  subaccount: string;
}

export const frequencies = ['UNSPECIFIED', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const weekdays = [
  'UNSPECIFIED',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

export interface PaymentAddressRecord {
  address_id: number;
  address_name: string;
  external_address: string;
  revenue_allocation: number;
}

export interface PaymentSettingsRecord {
  currency_type: string;
  subaccount: SubaccountRecord;
  balance: number;
  status: string;
  wallet_id: number;
  payment_frequency: (typeof frequencies)[number];
  day_of_week: (typeof weekdays)[number];
  addresses: PaymentAddressRecord[];
  next_payout_at: string;
  frozen_until: string;
  pool_discount_rate: number;
}

export interface ActorRecord {
  id: string;
  display_name: string;
  type: string;
}

export interface WorkspaceActionRecord {
  id: string;
  action_name: string;
  status: string;
  initiated_at: string;
  initiated_by: ActorRecord;
  requires_approval: boolean;
  canceled_by: ActorRecord | null;
  approved_at: string | null;
  rejected_at: string | null;
  approved_by: ActorRecord[];
  rejected_by: ActorRecord[];
  url: string;
  metadata: Record<string, unknown>;
}

export interface FleetActionRecord {
  id: string;
  action_type: string;
  status: string;
  site_id: string;
  created_at: string;
  initiated_by: string;
  total_miners: number;
  url: string;
  description: string;
  progress: number;
  success_miners: number;
  error_miners: number;
  miners_summary: {
    miner_id: string;
    status: string;
    miner_ip: string;
    execution_log_summary: string;
    failure_code: string;
  }[];
}
