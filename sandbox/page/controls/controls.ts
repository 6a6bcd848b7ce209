import type { ControlValue, ControlView } from '../protocol.js';

/**
 * One switch of the control panel. To add one, put it in one of the `*-controls.ts` beside this
 * file: the page draws whatever stands there.
 */
export interface Control {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: ControlView['kind'];
  readonly choices?: ControlView['choices'];
  readonly danger?: boolean;
  /** Without it a button, or a choice that acts and falls back to its first value. */
  read?(): ControlValue;
  write(value: ControlValue): void | Promise<void>;
}

export function viewControl(control: Control): ControlView {
  const { id, group, label, kind } = control;
  const choices = control.choices ?? [];
  const resting = kind === 'choice' ? (choices[0]?.value ?? '') : false;
  const value = control.read?.() ?? resting;
  return {
    id,
    group,
    label,
    kind,
    choices,
    value,
    hint: control.hint ?? '',
    danger: control.danger ?? false,
  };
}

/** Choices whose words are their values. */
export function choicesOf(first: string, values: readonly (string | number)[]) {
  return [
    { value: '', label: first },
    ...values.map((value) => ({ value: `${value}`, label: `${value}` })),
  ];
}
