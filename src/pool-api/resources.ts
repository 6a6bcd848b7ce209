import { z } from 'zod';
import type { Numeric } from '../domain/numeric.js';

/**
 * The resources of section 2 of the API description, read tolerantly: any field may be null or
 * missing, unknown fields stay, unknown enum values pass as text, numbers and strings stand in
 * for each other. Only what is not an object where an object must be is refused. Values are
 * validated plain and converted late (dates, BigInt, decimals), which is measurably cheaper.
 * Absent is always `undefined` or null: never a zero that the pool did not say.
 */

/** A JSON number, or digits as text; anything else reads as absent. */
const numeric: z.ZodType<Numeric | null | undefined> = z
  .union([z.number(), z.string()])
  .nullish()
  .catch(undefined);

/** Text; a number or boolean in its place is taken as text. */
const text: z.ZodType<string | null | undefined> = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .nullish()
  .catch(undefined);
