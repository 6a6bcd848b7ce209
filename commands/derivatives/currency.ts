import { z } from 'zod';
import { DERIVATIVES_CURRENCIES } from '../../src/domain/currencies.js';

/** BTC unless asked otherwise: the guild's default may be a currency that has no derivatives. */
export const derivativesCurrency = z
  .enum(DERIVATIVES_CURRENCIES)
  .optional()
  .describe('BTC by default');
