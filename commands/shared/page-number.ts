import { z } from 'zod';

/** A page's number in a custom id, as this house writes it: `0x10` or `1e3` was written by others. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
