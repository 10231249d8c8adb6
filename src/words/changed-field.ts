import type { ChangedField, DatePrecision } from './stock-terms.ts'
import type { Writing } from './writing.ts'

/** A language's words for a field of a record that was changed. */
export interface ChangeWords {
  none: string
  precisions: Record<DatePrecision, string>
  fields: Record<ChangedField['field'], string>
  between: (field: string, before: string, after: string) => string
  and: string
}

/** Describes a field of a record with what it was and what it is; one that holds much, by its name alone. */
export function changedField(change: ChangedField, words: ChangeWords, write: Writing): string {
  const { none, precisions, and } = words
  const field = words.fields[change.field]
  const between = (before: string, after: string) => words.between(field, before, after)
  const day = (day: string | null) => (day === null ? none : write.date(day))
  const perHectare = (kilograms: number | null) => (kilograms === null ? none : write.yield(kilograms))
  const tags = (names: string[]) => (names.length === 0 ? none : names.join(and))
  switch (change.field) {
    case 'grade':
    case 'harvestYear':
      return between(change.before ?? none, change.after ?? none)
    case 'plantedOn':
      return between(day(change.before), day(change.after))
    case 'plantedPrecision':
      return between(precisions[change.before], precisions[change.after])
    case 'tags':
      return between(tags(change.before), tags(change.after))
    case 'expectedYield':
      return between(perHectare(change.before), perHectare(change.after))
    case 'weight':
    case 'soldWeight':
      return between(write.weight(change.before), write.weight(change.after))
    case 'freeTags':
    case 'businessUnits':
      return field
  }
}
