import { Refused } from '../../api/client.ts'

/** The paths of which the fields of a statement, and of one line of it, show the faults. */
const shownPaths =
  /^(buyer|reference|dateISO|lines\[\d+\]\.(dateISO|weight)|movementId|decision|reasonId|note)$/

/** Whether all that was refused is said at its field. */
export function isSaidBelow(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
