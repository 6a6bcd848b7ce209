import { cardReply, type Button, type Card, type Reply } from '../../discord/reply.js';

/** [Previous] [Next]; none if everything fits on one page. */
export function pageButtons(
  page: number,
  hasNext: boolean,
  idOf: (page: number) => string,
): Button[] {
  if (page === 1 && !hasNext) return [];
  return [
    { label: 'Previous', id: idOf(page - 1), disabled: page === 1 },
    { label: 'Next', id: idOf(page + 1), disabled: !hasNext },
  ];
}

/** Asks before something is deleted; the buttons' ids are those of `keep` and of `label`'s word. */
export function question(
  card: Card,
  label: 'Delete' | 'Remove',
  idOf: (answer: string) => string,
): Reply {
  const yes: Button = { label, id: idOf(label.toLowerCase()), style: 'Danger' };
  const buttons = [yes, { label: 'Keep', id: idOf('keep') }];
  return cardReply({ ...card, tone: 'bad' }, { rows: [buttons] });
}
