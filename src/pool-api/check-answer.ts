import { yieldToOthers } from '../domain/async/yield-to-others.js';
import { PoolError } from '../domain/errors/pool-errors.js';
import { isRecord } from '../domain/json/is-record.js';
import { isFailedRecord } from '../domain/pool-answers/failed-record.js';
import { isFailedWrite } from '../domain/pool-answers/failed-write.js';
import { isOfShape, readAnswer, type Shape } from './response-schemas.js';
import type { RawResponse } from './http/exchange-with-pool.js';
import { saidFailure, unreadable, type FailedCall } from './http/error-mapping.js';
import { namesPrototype, parseJson, parseUnambiguous } from './http/lossless-json.js';

/** What is expected of an answer. */
interface ExpectedAnswer<Value> {
  readonly shape: Shape<Value>;
  readonly mustBeWhole?: boolean;
}

/** An answer with a good status, parsed; throws what it says, or does not say, as a `PoolError`. */
export async function checkAnswer<Value>(
  answer: RawResponse,
  { shape, mustBeWhole = false }: ExpectedAnswer<Value>,
  failed: FailedCall,
): Promise<Value> {
  if (answer.cut !== undefined) throw unreadable(answer, failed);
  try {
    const body = await parseBody(answer, failed);
    if (mustBeWhole && namesPrototype(answer.text)) throw unreadable(answer, failed);
    // In a read, a known record's `status` is its own, not the request's.
    if (
      isRecord(body) &&
      (failed.isWrite ? isFailedWrite(body) : !isOfShape(body, shape) && isFailedRecord(body))
    ) {
      throw saidFailure(body, answer.status, failed);
    }
    return await readAnswer(body, shape);
  } catch (error) {
    throw error instanceof PoolError ? error : unreadable(answer, failed);
  }
}

/** Each pass over it takes tens of milliseconds or more, so others take their turn between them. */
const LONG = 1024 * 1024;

/** Redacted, because some servers echo the key, and answers are shown, kept and logged. */
async function parseBody({ text }: RawResponse, { redact, isWrite }: FailedCall): Promise<unknown> {
  const turn = async () => (text.length > LONG ? yieldToOthers() : undefined);
  await turn();
  const body = isWrite ? parseUnambiguous(text) : parseJson(text);
  await turn();
  if (!redact.mayBeIn(text)) return body;
  await turn();
  const redacted = redact.value(body);
  await turn();
  return redacted;
}
