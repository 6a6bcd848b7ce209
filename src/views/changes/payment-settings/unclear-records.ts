import type { SelfContradiction } from '../../../domain/payment-settings/self-contradictions.js';
import { code } from '../../kit/text.js';

/** Why a record of payment settings doesn't tell what is in force. */

export function twoRecordsSentence(currency: string, subaccount: string): string {
  return `The pool lists more than one record of payment settings for ${code(subaccount, 80)} in ${currency}, so it isn’t clear which is in force. Nothing was sent. Check at the pool.`;
}

export function namelessRecordSentence(subaccount: string): string {
  return `A record of payment settings that the pool gave for ${code(subaccount, 80)} doesn’t name its subaccount, so it isn’t clear what is in force. Nothing was sent. Check at the pool.`;
}

export function alikeRecordSentence(subaccount: string, named: string): string {
  return `The pool gave no payment settings for ${code(subaccount, 80)}, but some for ${code(named, 80)}, which is written almost alike, so it isn’t clear what is in force. Nothing was sent. Check at the pool.`;
}

export function otherIdSentence(
  subaccount: string,
  ids: { readonly record: string; readonly listed: string },
): string {
  return `The payment settings that the pool gave for ${code(subaccount, 80)} belong to the subaccount id ${code(ids.record, 60)}, but the pool lists ${code(subaccount, 80)} with the id ${code(ids.listed, 60)}. So it isn’t clear what is in force. Nothing was sent. Check at the pool.`;
}

export function otherNameSentence(
  subaccount: string,
  found: { readonly id: string; readonly named: string },
): string {
  return `The pool lists ${code(subaccount, 80)} with the id ${code(found.id, 60)}, but its payment settings for that id under the name ${code(found.named, 80)}. So it isn’t clear what is in force. Nothing was sent. Check at the pool; after a rename, wait until both lists have the new name.`;
}

export function noAddressesSentence(subaccount: string): string {
  return `The pool’s payment settings for ${code(subaccount, 80)} say nothing of their addresses, so it isn’t clear what a change would replace. Nothing was sent. Check at the pool.`;
}

export function noAddressInEntrySentence(subaccount: string): string {
  return `The pool’s payment settings for ${code(subaccount, 80)} have an entry without an address that can be read, so it isn’t clear what a change would replace. Nothing was sent. Check at the pool.`;
}

export function selfContradictionSentence(
  subaccount: string,
  { field, value, documented, says }: SelfContradiction,
): string {
  const beside = says === null ? 'without any' : `beside ${code(says, 60)} as its`;
  return `The pool’s payment settings for ${code(subaccount, 80)} contradict themselves: they give ${code(value, 60)} as ${code(field, 40)}, ${beside} ${code(documented, 40)}. So it isn’t clear what a change would replace. Nothing was sent. Check at the pool.`;
}

export function otherCurrencySentence(
  currency: string,
  subaccount: string,
  answered: string,
): string {
  return `Pitboss asked the pool for the ${currency} payment settings of ${code(subaccount, 80)} and got a record in ${code(answered, 40)}. Nothing was sent. Check at the pool.`;
}
