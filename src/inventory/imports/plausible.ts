import type { Actor } from '../../http/actor.ts'
import { problemAt, type Problem, type Row, type Understood } from '../../system/imports/imports.ts'
import { findImplausible, type Judged } from './plausible-rules.ts'
import { isConfirmed } from './understood.ts'

/**
 * What looks wrong of a row: as warnings, or as problems where it is beyond all that there is and nobody has confirmed the row.
 *
 * @param about what the row is about, where its columns do not tell
 */
export function judgePlausible(
  row: Row,
  understood: Understood,
  { countryISO, now }: Actor,
  confirmed: ReadonlySet<number>,
  about: Omit<Judged, keyof Understood> = {},
): { warnings: string[]; problems: Problem[] } {
  const found = findImplausible({ ...understood, ...about }, countryISO, now)
  const isRight = isConfirmed(row, confirmed)
  const names = new Set(row.header.places.map(({ name }) => name))
  return {
    problems: found.flatMap(({ column, reason, isRefused }) =>
      isRefused && !isRight
        ? [problemAt(row, nameOf(names, column), `${reason}: put it right, or confirm the row`)]
        : [],
    ),
    warnings: found.flatMap(({ column, reason, isRefused }) =>
      isRefused && !isRight ? [] : [`${problemAt(row, nameOf(names, column), '').column} ${reason}.`],
    ),
  }
}

/** The day of a planting has another name than that of stock. */
function nameOf(names: Set<string>, column: string): string {
  return names.has(column) ? column : column === 'date' && names.has('planted') ? 'planted' : column
}
