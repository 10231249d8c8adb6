import type { Commodity } from './schema.ts'
import { gradeMeant, understand } from './understand.ts'

/**
 * Of these lists of commodities, what people of each list's country mean by some words, down to the type and grade where the words tell them.
 * Words that could be several crops leave all of those; lists of which nothing is meant are left out.
 *
 * @example commoditiesMeant(lists, 'milling wheat') // of GB: wheat with its grades of milling wheat alone
 */
export function commoditiesMeant(lists: readonly Commodity[], words: string): Commodity[] {
  return lists.flatMap((list) => {
    const reading = understand(words, list.countryISO)
    if (!reading) return []
    const items =
      'mayBe' in reading
        ? list.items.filter(({ id }) => reading.mayBe.some((commodity) => commodity.id === id))
        : list.items
            .filter(({ id }) => id === reading.is.commodity.id)
            .map((item) => itemMeant(list, item, reading.is))
    return items.length > 0 ? [{ ...list, items }] : []
  })
}

type Item = Commodity['items'][number]
type Meant = Extract<NonNullable<ReturnType<typeof understand>>, { is: unknown }>['is']

function itemMeant({ countryISO }: Commodity, item: Item, { type, gradeNames }: Meant): Item {
  const known = item.types.filter(({ id }) => type === undefined || id === type.id)
  // A class that this country does not grow says nothing here.
  const types = known.length > 0 ? known : item.types
  if (gradeNames.length === 0) return { ...item, types }
  const graded = types.flatMap((each) => {
    const grade = gradeMeant(countryISO, each.id, gradeNames)
    return grade ? [{ ...each, grades: each.grades.filter(({ id }) => id === grade.id) }] : []
  })
  return { ...item, types: graded.length > 0 ? graded : types }
}
