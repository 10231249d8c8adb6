import { sql, type RawBuilder, type Selectable } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { maybe } from '../http/validate/schema.ts'

/** Texts that people write about a load, alike in every body and stored with its movement. A new text is a line in each of these. */

export const loadTexts = {
  gradeReason: maybe(
    Type.String({
      maxLength: 500,
      description:
        'Why the load may lower the grade of what lies where it goes. Needed where it does and your organisation wants to know (`requiresGradeReason` of ' +
        'GET /api/identity/organisation); it stays with the movement.',
    }),
  ),
}
type LoadTexts = { [Name in keyof typeof loadTexts]?: string | null | undefined }

/** The texts of a body, for the body of another operation. */
export const textsOf = ({ gradeReason }: LoadTexts) => ({ gradeReason: gradeReason ?? null })

/** Returns the text columns for the row of a new movement. */
export const textColumns = (body: LoadTexts | null | undefined) => ({ grade_reason: gradeReasonOf(body) })

/** Returns the text columns that a correction changes. A text that is left out stays, and so does a reason that is blank. */
export const editedTextColumns = (body: LoadTexts) => ({
  ...(gradeReasonOf(body) !== '' && { grade_reason: gradeReasonOf(body) }),
})

/** Their columns in `movements`, with their types as PostgreSQL writes them. */
export const textTypes = { grade_reason: 'text' }
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
}

export const textsToWire = ({ grade_reason: gradeReason }: TextRow) => ({
  ...(gradeReason !== '' && { gradeReason }),
})

/** Why a load may lower a grade, as a body says it; '' where it does not. */
export const gradeReasonOf = (body: LoadTexts | null | undefined) => body?.gradeReason?.trim() ?? ''
