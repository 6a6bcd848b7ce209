import type {
  AuditedSetting,
  SettingChanges,
} from '../../domain/changes/settings/setting-changes.js';
import { RULE_WORDS, SETTING_WORDS } from './audit-labels.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import { code, escapeMarkdown } from '../kit/text.js';

/** `payment changes need a second person → may be confirmed by the requester` */
export function settingText({ what, before, after }: SettingChanges['changed'][number]): string {
  return `${SETTING_WORDS[what]} ${valueText(what, before)} → ${valueText(what, after)}`;
}

const ROLES: ReadonlySet<AuditedSetting> = new Set(['viewer', 'manager', 'approver', 'ping']);
const BOTS_OWN = 'this bot’s default';

/** Cuts long lists and says by how much. */
function valueText(what: AuditedSetting, value: readonly string[]): string {
  const [first] = value;
  if (first === undefined) return what === 'othersWait' ? BOTS_OWN : 'none';
  if (what === 'paymentsWait' || what === 'othersWait') return waitingTimeText(Number(first));
  if (what === 'key') return first === 'unreadable' ? 'unreadable' : `ending in ${code(first, 4)}`;
  const isRole = ROLES.has(what);
  const isRule = what === 'payments' || what === 'others' || what === 'badChecksum';
  const words = value.slice(0, 4).map((each) => {
    if (isRole) return `<@&${each}>`;
    if (what === 'audit') return `<#${each}>`;
    return (isRule ? RULE_WORDS.get(each) : undefined) ?? escapeMarkdown(each, 40);
  });
  return value.length > 4 ? `${words.join(' ')} and ${value.length - 4} more` : words.join(' ');
}
