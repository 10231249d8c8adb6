import { problemAt, type Problem, type Row } from '../imports/imports.ts'
import { nameKey } from '../../kernel/names.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { commodityTree, MIXED_TYPE, MIXED_VARIETY, type TypeEntry } from './catalogue.ts'
import { commodityNameFor, gradeNameFor, typeNameFor, type NamesReader } from './served-names.ts'
import { findTypeNamed, type findCommodityNamed } from './names.ts'

/** The types and grades of rows that name a commodity. */

/**
 * The type that a row says: in Type, or with the commodity, as “Winter wheat” does. Where both say one, they say the same:
 * nobody knows which of two was meant.
 *
 * @param mayBeMixed whether it may be a heap of several types, as an export of stock says
 */
export function readType(
  row: Row & { values: { commodity?: string; type?: string } },
  reader: NamesReader,
  found: ReturnType<typeof findCommodityNamed>,
  { mayBeMixed = false } = {},
): { type: TypeEntry | undefined; problems: Problem[] } {
  const { commodity = '', type: cell } = row.values
  if (!found || cell === undefined) return { type: found?.type, problems: [] }
  const { id, name } = found.commodity
  const type = findTypeNamed(id, cell) ?? (mayBeMixed ? mixedTypes(id, cell) : undefined)
  const refused = (reason: Message) => ({ type: undefined, problems: [problemAt(row, 'type', reason)] })
  if (!type)
    return refused(
      message('isNoTypeOf', {
        commodity: reader.language === 'en' ? name : (commodityNameFor(reader, id) ?? name),
        types: typesGrown(reader, id),
      }),
    )
  if (found.type && found.type.id !== type.id)
    return refused(
      message('typesDisagree', {
        type: typeNameFor(reader, type.id) ?? type.name,
        commodity,
        otherType: typeNameFor(reader, found.type.id) ?? found.type.name,
      }),
    )
  return { type, problems: [] }
}

/** Gives the type of a heap of several types of a commodity. */
function mixedTypes(commodityId: number, name: string): TypeEntry | undefined {
  if (nameKey(name) !== nameKey(MIXED_VARIETY)) return undefined
  return { id: MIXED_TYPE, name: MIXED_VARIETY, alsoCalled: [], commodityId }
}

/** The types that a country has of a commodity, as what a cell may say instead. */
export function typesGrown(reader: NamesReader, commodityId: number): string[] {
  return typesIn(reader.countryISO, commodityId).map(({ id, name }) => typeNameFor(reader, id) ?? name)
}

/** The grades that a country has of a type, the same way. */
export function gradesOf(reader: NamesReader, { id, commodityId }: TypeEntry): string[] {
  const grades = typesIn(reader.countryISO, commodityId).find((type) => type.id === id)?.grades ?? []
  return grades.map(({ name }) => gradeNameFor(reader, name))
}

function typesIn(countryISO: string, commodityId: number) {
  const items = commodityTree(countryISO).flatMap((each) => each.items)
  return items.find(({ id }) => id === commodityId)?.types ?? []
}
