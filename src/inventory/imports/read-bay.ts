import { nameKey } from '../../kernel/names.ts'
import { problemAt, type Problem, type Row } from '../../system/imports/imports.ts'
import type { BayOfPlace, PlaceWithBays } from '../records/find-places.ts'
import { message } from '../../words/catalogue.ts'

/** The bay that a row names in a column, or a store's only one; or what is wrong with it. */
export function readBay<Column extends string>(
  row: Row & { values: { [Name in Column]?: string } },
  column: Column,
  store: PlaceWithBays | undefined,
): { bay: BayOfPlace | undefined; problems: Problem[] } {
  if (!store) return { bay: undefined, problems: [] }
  const { bays, storageName } = store
  const said = row.values[column]
  const asked = said === undefined ? undefined : nameKey(said)
  const [only, another] = bays
  if (asked === undefined && only && !another) return { bay: only, problems: [] }
  const bay = asked === undefined ? undefined : bayNamed(bays, asked)
  if (bay) return { bay, problems: [] }
  const named = { store: storageName, bays: bays.map(({ name }) => name) }
  const reason = message(asked === undefined ? 'bayIsNeeded' : 'isNoBayOfStore', named)
  return { bay, problems: [problemAt(row, column, reason, 'unknown_bay')] }
}

const BAY_WORDS = /^(?:bay|bin|silo|cell|box|bucht|zelle|abteil|halle|cellule|case|no\.?|nr\.?|n°|#)\s*/

/** The bay of a name; or the only one whose name is it but for a word such as Bay before it. Never one by its id. */
function bayNamed(bays: BayOfPlace[], asked: string): BayOfPlace | undefined {
  const exact = bays.find(({ name }) => nameKey(name) === asked)
  if (exact) return exact
  const short = asked.replace(BAY_WORDS, '')
  const [only, another] = bays.filter(({ name }) => nameKey(name).replace(BAY_WORDS, '') === short)
  return short === '' || another ? undefined : only
}
