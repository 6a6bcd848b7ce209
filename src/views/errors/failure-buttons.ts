import { buttonRow, primaryButton, type ButtonRow } from '../kit/buttons.js';

/** Under the refusal of a form: opens it again as it was typed. */
export function editAgainButton(customId: string): ButtonRow[] {
  return [buttonRow([primaryButton('Edit again…', customId)])];
}

/** Under a failed read of the pool: asks for the same again. */
export function tryAgainButton(customId: string): ButtonRow[] {
  return [buttonRow([primaryButton('Try again', customId)])];
}
