import { z } from 'zod';

/** What the page may ask its server; checked, because anything on this machine can ask. */
const from = z.object({ personId: z.string(), channelId: z.string() });

export const commandRequest = from.extend({
  path: z.string().min(1),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export const sayRequest = from.extend({ content: z.string().min(1).max(2000) });

export const completeRequest = commandRequest.extend({ focused: z.string() });

export const clickRequest = from.extend({ messageId: z.string(), customId: z.string() });

export const selectRequest = clickRequest.extend({ values: z.array(z.string()).readonly() });

export const submitRequest = z.object({
  interactionId: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])),
});

export const controlRequest = z.object({
  id: z.string(),
  value: z.union([z.string(), z.boolean()]),
});

/** For a story: begin (or begin again), leave, or do what its step says happens outside Discord. */
export const storyRequest = z.discriminatedUnion('what', [
  z.object({ what: z.literal('begin'), id: z.string() }),
  z.object({ what: z.literal('leave') }),
  z.object({ what: z.literal('act') }),
]);
