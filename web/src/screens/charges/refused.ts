import { Refused } from '../../api/client.ts'

/** The paths of which the fields of a tariff show the faults. */
const shownPaths =
  /^(partner(\.(id|name))?|fromISO|toISO|currency|vatCode|rates(\[\d+\]\.(rate|per|freeDays|base))?|minimum|notes)$/

/** True if every refusal is shown at its field. */
export function isShownInTariff(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
