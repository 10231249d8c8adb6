import { Refused } from '../../api/client.ts'

/** The paths of which the fields of a contract show the faults. */
const shownPaths =
  /^(partner(\.(id|name))?|reference|partnerReference|commodity(\.(id|type|grade))?|varieties(\[\d+\])?|harvestYear|weight|tolerance(\.(percentage|option))?|windows(\[\d+\]\.(fromISO|toISO|weight))?|delivery(\.storageId)?|(limits|allowances)\[\d+\]\.\w+|price\.(amount|currency|unit)|notes|reason)$/

/** True if every refusal is shown at its field. */
export function isShownInTrade(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
