import { personOf, type Change } from '../../domain/changes/change.js';
import type { Click } from './click.js';
import type { EngineContext } from './engine-context.js';
import { whyNotCancel } from '../../domain/changes/rules.js';
import { decideByClick } from './decide-by-click.js';

export function cancel(context: EngineContext, click: Click): Promise<Change> {
  return decideByClick(context, click, {
    judge: whyNotCancel,
    draft: {
      step: 'cancelled',
      change: click.changeId,
      actor: personOf(click.member),
      details: {},
    },
  });
}
