import {
  LabelBuilder,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
} from '@discordjs/builders';
import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackData,
  type APIModalSubmission,
} from 'discord-api-types/v10';
import { cutText } from './clamp.js';
import type { Form, FormField } from './reply.js';

export function toModal({ form, title, fields }: Form): APIModalInteractionResponseCallbackData {
  return new ModalBuilder()
    .setCustomId(form)
    .setTitle(cutText(title, 45))
    .addLabelComponents(fields.map(toLabel))
    .toJSON();
}

function toLabel(field: FormField): LabelBuilder {
  const label = new LabelBuilder().setLabel(cutText(field.label, 45));
  if (field.help) label.setDescription(cutText(field.help, 100));
  return field.choices
    ? label.setStringSelectMenuComponent(toSelect(field).setRequired(field.required ?? false))
    : label.setTextInputComponent(toTextInput(field));
}

/** A select as forms and messages show it. */
export function toSelect({
  name,
  choices = [],
  value,
  placeholder,
}: Pick<FormField, 'name' | 'choices' | 'value' | 'placeholder'>): StringSelectMenuBuilder {
  const options = choices.slice(0, 25).map((choice) => ({
    label: cutText(choice.label, 100),
    value: choice.value,
    default: choice.value === value,
    ...(choice.description && { description: cutText(choice.description, 100) }),
  }));
  const select = new StringSelectMenuBuilder().setCustomId(name).addOptions(options);
  return placeholder ? select.setPlaceholder(cutText(placeholder, 150)) : select;
}

function toTextInput(field: FormField): TextInputBuilder {
  const { name, value, multiline, required = false, maxLength, placeholder } = field;
  const input = new TextInputBuilder()
    .setCustomId(name)
    .setStyle(multiline ? TextInputStyle.Paragraph : TextInputStyle.Short)
    .setRequired(required);
  if (value) input.setValue(value);
  if (maxLength !== undefined) input.setMaxLength(maxLength);
  return placeholder ? input.setPlaceholder(cutText(placeholder, 100)) : input;
}

/** The text or chosen value of each field; '' where nothing was chosen. */
export function readFields({ components }: APIModalSubmission): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of components) {
    if (part.type !== ComponentType.Label) continue;
    const { component } = part;
    if (component.type === ComponentType.TextInput) fields[component.custom_id] = component.value;
    else if (component.type === ComponentType.StringSelect) {
      fields[component.custom_id] = component.values[0] ?? '';
    }
  }
  return fields;
}
