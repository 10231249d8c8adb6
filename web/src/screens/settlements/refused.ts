import { Refused } from '../../api/client.ts'

/** The paths of which the fields of a statement, and of one line of it, show the faults. */
const shownPaths =
  /^(buyer|reference|dateISO|lines\[\d+\]\.(dateISO|weight)|movementId|decision|reasonId|note)$/

/** True if every refusal is shown at its field. */
export function isLineShownBelow(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
