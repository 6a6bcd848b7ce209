import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import {
  isRenamed,
  isRepeatedId,
  matchListed,
  readId,
} from '../../../domain/payment-settings/listed-addresses.js';
import { isNamedAsAddress } from '../../../domain/payment-settings/address-findings.js';
import { invisibleCharacters } from '../../../domain/names/suspicious-characters.js';
import type { NewPaymentSettings, PaymentSettings } from '../../../pool-api/resources.js';
import {
  inexactIdSentence,
  namedAsAddressSentence,
  repeatedIdSentence,
  unclearEntrySentence,
} from '../../../views/changes/payment-settings/payment-change.js';
import { addressInSentence } from '../../../views/pool/payment-settings.js';
import { MAX_ADDRESS_NAME_LENGTH } from '../../../views/changes/payment-settings/previewed-addresses.js';
import { invisibleLettersSentence } from '../../../views/changes/subaccounts/subaccount-change.js';
import { whyNameUnreadable, whyNotInPath } from '../readable-name.js';

/**
 * Why the wanted addresses can't be sent with this record: an uncertain id, an unreadable name, or
 * a subaccount that no request can name. An address the pool already has may keep its name.
 */
export function whyNotSendable(
  { subaccount, settings }: { readonly subaccount: string; readonly settings: NewPaymentSettings },
  present: PaymentSettings | null,
): ChangeRuledOut | null {
  const unseen = present === null ? invisibleCharacters(subaccount) : [];
  if (unseen.length > 0) {
    const sentence = invisibleLettersSentence('The subaccount’s name', subaccount, unseen);
    return new ChangeRuledOut('unseen-letters', sentence);
  }
  const pathless = whyNotInPath(subaccount);
  if (pathless !== null) return pathless;
  const listed = present?.addresses ?? [];
  for (const { wanted, entry } of matchListed(listed, settings.addresses)) {
    const { address_name: name, external_address: address } = wanted;
    if (entry === 'unclear') {
      return new ChangeRuledOut('listed-twice', unclearEntrySentence(address));
    }
    const id = entry === 'new' ? null : readId(entry.address_id);
    if (id === 'inexact' && entry !== 'new') {
      return new ChangeRuledOut('inexact-id', inexactIdSentence(address, entry.address_id));
    }
    if (typeof id === 'number' && isRepeatedId(listed, id)) {
      return new ChangeRuledOut('repeated-id', repeatedIdSentence(address, id));
    }
    if (entry === 'new' || isRenamed(entry, wanted)) {
      const unreadable = whyNameUnreadable(
        `The name of ${addressInSentence(address)},`,
        name,
        MAX_ADDRESS_NAME_LENGTH,
      );
      if (unreadable !== null) return unreadable;
    }
  }
  return null;
}

/**
 * Why a new name can't be sent: it is itself another address, on some network or among the known.
 */
export function whyNamedAsAddress(
  settings: NewPaymentSettings,
  present: PaymentSettings | null,
  known: readonly string[],
): string | null {
  for (const { wanted, entry } of matchListed(present?.addresses ?? [], settings.addresses)) {
    if (typeof entry !== 'string' && !isRenamed(entry, wanted)) continue;
    const { address_name: name, external_address: address } = wanted;
    if (isNamedAsAddress({ name, address }, known)) return namedAsAddressSentence(name, address);
  }
  return null;
}
