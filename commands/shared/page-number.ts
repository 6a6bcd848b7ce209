import { z } from 'zod';

/** A page number as our custom ids write it; only others would write `0x10` or `1e3`. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
