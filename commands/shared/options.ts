import { z } from 'zod';

/** Options shared by several commands. */

export const subaccountsOption = z
  .string()
  .max(1000)
  .optional()
  .describe('Subaccounts, separated by commas (default: the server’s)');

export const siteOption = z.string().max(100).optional().describe('Site (default: the server’s)');

export const reasonOption = z
  .string()
  .trim()
  .max(300)
  .optional()
  .describe('Why (shown on the card and kept in the audit trail)');

/** Not trimmed: names at the pool may differ only in spaces. */
export const subaccountOption = z.string().min(1).max(200).describe('The subaccount’s name');

export function roleOption(what: string) {
  return z.string().meta({ discord: 'role' }).optional().describe(what);
}

export function channelOption(what: string) {
  return z.string().meta({ discord: 'channel' }).optional().describe(what);
}
