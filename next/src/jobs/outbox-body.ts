import type { Card, Reply } from '../discord/reply.js';

/** What is posted or edited. Files are left out: they would weigh too much in a row. */
export type OutboxBody =
  | {
      readonly kind: 'post';
      readonly reply: Reply;
      /** Id of the message that this one answers. */
      readonly replyTo?: string | undefined;
    }
  | { readonly kind: 'edit'; readonly messageId: string; readonly reply: Reply };

/** JSON, with the charts' bytes as base64. */
export function writeBody(body: OutboxBody): string {
  const { files: _files, cards, ...reply } = body.reply;
  return JSON.stringify({ ...body, reply: { ...reply, cards: cards?.map(withTextChart) } });
}

export function readBody(text: string): OutboxBody {
  return JSON.parse(text, (name, value: unknown) =>
    name === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );
}

function withTextChart({ chart, ...card }: Card) {
  return chart === undefined
    ? card
    : { ...card, chart: { ...chart, data: chart.data.toString('base64') } };
}
