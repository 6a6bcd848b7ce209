import { CreateMessageInteractionCallbackRequestSchema } from 'discord-api-spec/zod';
import { MessageFlags } from 'discord-api-types/v10';
import { invalidField, invalidForm } from '../errors.js';
import { isRaw, type Raw } from './raw.js';
import { schemaIssues } from './schema.js';

/** Flags of a deferred reply, where only "ephemeral" has a meaning. */
export function checkDefer(body: Raw): number {
  const issues = schemaIssues(CreateMessageInteractionCallbackRequestSchema, body);
  if (issues.length > 0) throw invalidForm(issues);
  const data = isRaw(body['data']) ? body['data'] : {};
  const flags = typeof data['flags'] === 'number' ? data['flags'] : 0;
  if ((flags & ~MessageFlags.Ephemeral) !== 0) {
    throw invalidField(['data', 'flags'], 'Only the EPHEMERAL flag is valid on a deferred reply.');
  }
  return flags;
}
