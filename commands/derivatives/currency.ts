import { z } from 'zod';
import { DERIVATIVES_CURRENCIES } from '../../src/domain/pool/currencies.js';

/** BTC by default: the guild's own default may have no derivatives. */
export const derivativesCurrency = z
  .enum(DERIVATIVES_CURRENCIES)
  .optional()
  .describe('Currency (default: BTC)');
