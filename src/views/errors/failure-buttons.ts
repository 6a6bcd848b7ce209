import { buttonRow, primaryButton, type ButtonRow } from '../kit/buttons.js';

/** Under a refused form: opens it again as it was typed. */
export function editAgainButton(customId: string): ButtonRow[] {
  return [buttonRow([primaryButton('Edit again…', customId)])];
}

/** Under a failed read of the pool: repeats the read. */
export function tryAgainButton(customId: string): ButtonRow[] {
  return [buttonRow([primaryButton('Try again', customId)])];
}
