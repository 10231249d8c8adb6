import { sql, type RawBuilder, type Selectable } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { dateWhen, maybe } from '../http/validate/schema.ts'
import { fault, type Fault } from '../kernel/errors.ts'
import { parseInstant } from '../kernel/time.ts'
import { message } from '../words/catalogue.ts'

/** Texts that people write about a load, and its true day where it is entered late, alike in every body and stored with its movement. A new text is a line in each of these. */

export const loadTexts = {
  gradeReason: maybe(
    Type.String({
      maxLength: 500,
      description:
        'Why the load may lower the grade of what lies where it goes. Needed where it does and your organisation wants to know (`requiresGradeReason` of ' +
        'GET /api/identity/organisation); it stays with the movement.',
    }),
  ),
  holdOverride: maybe(
    Type.String({
      maxLength: 500,
      description:
        'Why the load may leave, or come into, a bay or parcel that is on hold. Needs the permission `holds:override`; it stays with the movement and on its ticket.',
    }),
  ),
}
type LoadTexts = { [Name in keyof typeof loadTexts]?: string | null | undefined }

/** The true day of a load that is entered late, in bodies of new loads and of corrections. */
export const lateFields = {
  happenedAtISO: maybe(
    dateWhen(
      'The true day of a load that is entered late because the books are closed by then, with the first open day as its date (`period_closed`). It changes no stock, and is before its date.',
    ),
  ),
}
type LateFields = { [Name in keyof typeof lateFields]?: string | null | undefined }

/** One fault where the true day of a load is not before its date. */
export function lateFaults(
  path: string,
  { happenedAtISO }: LateFields,
  timeZone: string,
  effectiveAt: Date | undefined,
): Fault[] {
  const happenedAt = happenedAtOf({ happenedAtISO }, timeZone)
  if (!happenedAt || !effectiveAt || happenedAt < effectiveAt) return []
  return [fault(`${path}happenedAtISO`, message('happenedAfterwards', {}), 'contradiction')]
}

function happenedAtOf({ happenedAtISO }: LateFields, timeZone: string): Date | null {
  return (happenedAtISO && parseInstant(happenedAtISO, timeZone)) || null
}

/** The texts of a body, for the body of another operation. */
export const textsOf = ({ gradeReason, holdOverride, happenedAtISO }: LoadTexts & LateFields) => ({
  gradeReason: gradeReason ?? null,
  holdOverride: holdOverride ?? null,
  happenedAtISO: happenedAtISO ?? null,
})

/** Returns the text columns for the row of a new movement. The zone is the organisation's, of a moment that names none. */
export const textColumns = (body: (LoadTexts & LateFields) | null | undefined, timeZone = 'UTC') => ({
  grade_reason: gradeReasonOf(body),
  hold_override: holdOverrideOf(body),
  happened_at: happenedAtOf(body ?? {}, timeZone),
})

/** Returns the text columns that a correction changes. A text that is left out stays, and so does a reason that is blank. */
export const editedTextColumns = (body: LoadTexts) => ({
  ...(gradeReasonOf(body) !== '' && { grade_reason: gradeReasonOf(body) }),
  ...(holdOverrideOf(body) !== '' && { hold_override: holdOverrideOf(body) }),
})

/**
 * Returns the column of a load's true day that a correction changes: what is left out stays, and null takes it away. A load that is dated at or
 * before its true day is not late any more.
 */
export function editedLateColumns(
  body: LateFields,
  was: { happened_at: Date | null },
  timeZone: string,
  effectiveAt: Date,
): { happened_at?: Date | null } {
  if (body.happenedAtISO !== undefined) return { happened_at: happenedAtOf(body, timeZone) }
  return was.happened_at && was.happened_at >= effectiveAt ? { happened_at: null } : {}
}

/** Their columns in `movements`, with their types as PostgreSQL writes them. */
export const textTypes = { grade_reason: 'text', hold_override: 'text', happened_at: 'timestamptz' }
export type TextRow = Pick<Selectable<Tables['movements']>, keyof typeof textTypes>

/** Their columns of a movement that a statement calls `m`. */
export function selectedTexts(): RawBuilder<unknown> {
  return sql.join(Object.keys(textTypes).map((column) => sql.ref(`m.${column}`)))
}

/** Texts as a movement shows them. */
export const shownTexts = {
  gradeReason: Type.Optional(
    Type.String({
      description: 'Why it may lower the grade of what lies where it went; left out where nobody said.',
    }),
  ),
  holdOverride: Type.Optional(
    Type.String({
      description: 'Why it went although its bay or parcel was on hold; left out where nobody said.',
    }),
  ),
  happenedAtISO: Type.Optional(
    Type.String({
      description:
        'The true day of a load that was entered late, since the books were closed by then; left out where it has none.',
    }),
  ),
}

export const textsToWire = ({
  grade_reason: gradeReason,
  hold_override: holdOverride,
  happened_at: happenedAt,
}: TextRow) => ({
  ...(gradeReason !== '' && { gradeReason }),
  ...(holdOverride !== '' && { holdOverride }),
  ...(happenedAt && { happenedAtISO: happenedAt.toISOString() }),
})

/** Why a load may lower a grade, as a body says it; '' where it does not. */
export const gradeReasonOf = (body: LoadTexts | null | undefined) => body?.gradeReason?.trim() ?? ''

/** Why a load may go although something is on hold, as a body says it; '' where it does not. */
export const holdOverrideOf = (body: LoadTexts | null | undefined) => body?.holdOverride?.trim() ?? ''
