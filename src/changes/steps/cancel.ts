import { personOf, type Change } from '../../domain/changes/change.js';
import type { Click } from '../engine/click.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotCancel } from '../../domain/changes/change-permissions.js';
import { decideWithoutSending } from '../engine/decide-without-sending.js';

export function cancel(context: EngineContext, click: Click): Promise<Change> {
  return decideWithoutSending(context, click, {
    judge: whyNotCancel,
    draft: {
      step: 'cancelled',
      change: click.changeId,
      actor: personOf(click.member),
      details: {},
    },
  });
}
