import type { APIEmbedField } from 'discord-api-types/v10';
import { field } from './card.js';
import { code } from './text.js';

export function paymentSubjectFields(currency: string, subaccount: string): APIEmbedField[] {
  return [field('Currency', currency), field('Subaccount', code(subaccount, 200))];
}

export function tooManyAddressesSentence(most: number): string {
  return `This would show more than ${most} addresses, kept, new and removed together: too many for one card, and nobody should confirm what they cannot see. Nothing was asked for; make this change at the pool itself.`;
}
