import { Refused } from '../../api/client.ts'

/** The paths of which the fields of a contract show the faults. */
const shownPaths =
  /^(ownerOrganisation(Id|Name)|inventory\.(weight(KG)?|variety|commodity\.(id|type|grade|variety))|details\.(reference|(start|end)Date(ISO|UTC)|services\.drying\..*))$/

/** True if every refusal is shown at its field. */
export function isShownBelow(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}
