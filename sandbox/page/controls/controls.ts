import type { ControlValue, ControlView } from '../protocol.js';

/**
 * A switch of the control panel, which shows all from the `*-controls.ts` files beside this one.
 */
export interface Control {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: ControlView['kind'];
  choices?(): ControlView['choices'];
  readonly danger?: boolean;
  /** If missing, it is a button, or a choice that acts and returns to its first value. */
  read?(): ControlValue;
  write(value: ControlValue): void | Promise<void>;
}

export function viewControl(control: Control): ControlView {
  const { id, group, label, kind } = control;
  const choices = control.choices?.() ?? [];
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

type Behaviour = Pick<Control, 'kind' | 'choices' | 'read' | 'write'>;

export function toggle(read: () => boolean, write: (on: boolean) => void): Behaviour {
  return { kind: 'toggle', read, write: (value) => write(value === true) };
}

/** One of these values, or `null`, labelled by `none`. */
export function oneOf<Value extends string | number>(
  { none, values, label = String }: Values<Value>,
  read: () => Value | null | undefined,
  write: (value: Value | null) => void,
): Behaviour {
  const choices = values.map((value) => ({ value: `${value}`, label: label(value) }));
  return {
    kind: 'choice',
    choices: () => [{ value: '', label: none }, ...choices],
    read: () => `${read() ?? ''}`,
    write: (chosen) => write(values.find((value) => `${value}` === chosen) ?? null),
  };
}

interface Values<Value> {
  readonly none: string;
  readonly values: readonly Value[];
  readonly label?: (value: Value) => string;
}

/** How long a loopback takes for each answer. */
export function speed(
  faults: { latencyMs: number },
  labels: Readonly<Record<number, string>>,
): Behaviour {
  return {
    kind: 'choice',
    choices: () => Object.entries(labels).map(([value, label]) => ({ value, label })),
    read: () => `${faults.latencyMs}`,
    write: (value) => {
      faults.latencyMs = Number(value);
    },
  };
}
