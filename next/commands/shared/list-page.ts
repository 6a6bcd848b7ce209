import type { ListPage } from '../../src/cards/list-page.js';
import { incompleteLine, pageFooter, type PageOf } from './paged.js';

/** What cards of lists show of any page. */
export function listPage<Row>(page: PageOf<Row>): ListPage<Row> {
  return {
    rows: page.rows,
    footer: pageFooter(page),
    at: page.list.readAt,
    incomplete: incompleteLine(page.list),
  };
}
