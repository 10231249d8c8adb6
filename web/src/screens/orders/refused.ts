import { Refused } from '../../api/client.ts'

/** The paths of which the fields of an order show the faults. */
const shownPaths =
  /^(partner(\.(id|name))?|commodity(\.(id|type))?|reference|partnerReference|weight|loads|fromISO|toISO|haulier|vehicles(\[0\])?|place(\.(storageId|bayIds|address|openingHours))?|instructions|reason)$/

/** True if every refusal is shown at its field. */
export function isShownInOrder(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
