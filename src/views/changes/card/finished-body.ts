import type { Change } from '../../../domain/changes/change.js';
import { escapeMarkdown } from '../../kit/text.js';
import { wholeAnswerFields } from '../pool-answer/answer-fields.js';
import { contradictionLines, MIN_CONTRADICTIONS_ROOM } from '../pool-answer/contradictions.js';
import { fieldChangeFields, fieldChangeLines } from '../fields/field-change-lines.js';
import { reportShown, shortWarnings, warningsIn } from '../fields/finished-fields.js';
import { saysMoreSince } from '../../../domain/changes/undocumented-fields.js';
import { seenBesideFields } from './observed-fields.js';
import { firstFitting, shareOfLength, usualLength, type FitText } from '../text/fit-text.js';
import { MAX_NAME_LENGTH } from '../subaccounts/subaccount-change.js';
import { stateLines, type CardBody } from './card-body.js';
import { copyLine, isAnswerSuperseded } from './change-card-lines.js';
import type { ChangeCardParts } from './change-card-parts.js';
import {
  fieldsWithin,
  LEFT_FIELD_ROOM,
  lengthOfLines,
  lengthOfFields,
  MAX_LINES_LENGTH,
} from './fit-card.js';

/** How many whole fields of warnings there is place for, of the 25 that Discord shows. */
const MAX_WARNINGS = 12;

/**
 * Of a finished change, in `room` characters: outcome, people, values and warnings first, then where
 * the answer contradicts the request; what the pool sent beyond that gets what is left.
 */
export function finishedBody(change: Change, parts: ChangeCardParts, room: number): CardBody {
  const { contradictions, differences } = parts;
  const as = isAnswerSuperseded(change) && !saysMoreSince(change) ? 'done' : 'wish';
  const fieldChanges = parts.fieldChanges.map((fieldChange) =>
    fieldChangeLines([fieldChange], as).join('\n'),
  );
  const warnings = warningsIn([...parts.preview, ...parts.found]);
  const short = shortWarnings(warnings);
  const { fields: answer, place } = answerShown(change, parts);

  const least = contradictions.length === 0 ? 0 : MIN_CONTRADICTIONS_ROOM;
  const reserved =
    lengthOfFields([...fieldChangeFields(fieldChanges), ...differences, ...short]) +
    (answer.length === 0 ? 0 : LEFT_FIELD_ROOM);
  const mostOfState = Math.min(room - reserved, MAX_LINES_LENGTH) - least;
  const fits = (lines: readonly (string | null)[]) => lengthOfLines(lines) <= mostOfState;
  const stateWith = (subject: string) =>
    firstFitting(
      (share) => [
        copyLine(parts),
        subject,
        ...stateLines(change, parts, { isShort: true, fit: shareOfLength(share) }),
      ],
      fits,
    );
  const whole = stateWith(subjectLine(parts, usualLength));
  // The change's own name is cut last.
  const state = fits(whole) ? whole : stateWith(subjectLine(parts, shareOfLength(0.2)));
  const afterState = room - reserved - lengthOfLines(state);

  const wider = lengthOfFields(warnings) - lengthOfFields(short);
  const isRoomy = warnings.length <= MAX_WARNINGS && wider <= afterState - least;
  const afterWarnings = afterState - (isRoomy ? wider : 0);

  const lineRoom = MAX_LINES_LENGTH - lengthOfLines(state);
  const contradicting = contradictionLines(contradictions, Math.min(afterWarnings, lineRoom));
  const left = afterWarnings - lengthOfLines(contradicting);

  const [copy = null, subject = null, ...rest] = state;
  const around = [copy, ...contradicting, subject, ...rest];
  const isTight = lengthOfLines([...around, ...fieldChanges]) > MAX_LINES_LENGTH;
  const lines = [copy, ...contradicting, subject, ...(isTight ? [] : fieldChanges), ...rest];
  const hasPlace =
    lengthOfLines([place]) <= Math.min(left, MAX_LINES_LENGTH - lengthOfLines(lines));
  const shown = hasPlace ? place : null;
  return {
    lines: [...lines, shown],
    fields: [
      ...(isTight ? fieldChangeFields(fieldChanges) : []),
      ...differences,
      ...(isRoomy ? warnings : short),
      ...fieldsWithin(answer, left - lengthOfLines([shown]) + LEFT_FIELD_ROOM),
    ],
  };
}

/** The longest name that a creation may request, and the beginning of its site's. */
const MAX_SUBJECT_LENGTH = MAX_NAME_LENGTH + 100;

function subjectLine({ subject }: ChangeCardParts, fit: FitText): string {
  return `**${fit(MAX_SUBJECT_LENGTH, (most) => escapeMarkdown(subject, most))}**`;
}

/** Without what the lines tell. */
function answerShown(change: Change, { report, contradictions }: ChangeCardParts) {
  const shown = reportShown(report, { ...change, isContradicted: contradictions.length > 0 });
  const answered =
    change.answer === undefined ? wholeAnswerFields(change.failure?.answer) : shown.fields;
  return { ...shown, fields: [...seenBesideFields(change), ...answered] };
}
