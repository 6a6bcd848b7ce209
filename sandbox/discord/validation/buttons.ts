import { ButtonStyle } from 'discord-api-types/v10';
import type { FormIssue } from '../errors.js';
import { required } from './embeds.js';
import { isBlank, isRaw, refused, type Raw } from './raw.js';

/** A button is a link, a purchase, or has a custom id; and it must show something. */
export function buttonIssues(button: Raw, path: FormIssue['path']): FormIssue[] {
  const issues: FormIssue[] = [];
  const link = button['style'] === ButtonStyle.Link;
  const premium = button['style'] === ButtonStyle.Premium;
  if (link && isBlank(button['url'])) issues.push(required([...path, 'url']));
  if (!link && !premium && isBlank(button['custom_id']))
    issues.push(required([...path, 'custom_id']));
  if (premium && isBlank(button['sku_id'])) issues.push(required([...path, 'sku_id']));
  if (link && !isBlank(button['custom_id'])) {
    issues.push(
      refused(
        [...path, 'custom_id'],
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      ),
    );
  }
  if (!link && !isBlank(button['url'])) {
    issues.push(
      refused([...path, 'url'], 'BUTTON_COMPONENT_INVALID_URL', 'A url is only for link buttons'),
    );
  }
  if (!premium && isBlank(button['label']) && !isRaw(button['emoji'])) {
    issues.push(
      refused(
        [...path, 'label'],
        'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
        'A label or emoji must be specified',
      ),
    );
  }
  return issues;
}
