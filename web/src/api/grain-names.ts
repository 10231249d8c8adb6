// The service calls grain by its English names, beside which its catalogue has those of other languages. Whatever an answer shows of grain is put
// into the reader's language here, once for all screens.

const PARTS = ['commodity', 'type', 'grade'] as const
type Part = (typeof PARTS)[number]
export type GrainNames = Record<Part, Record<string, string>>

interface Named {
  id: number
  names?: Record<string, string>
}
export interface Lists {
  items: (Named & { types: (Named & { grades: Named[] })[] })[]
}

/** The names that a catalogue has in a language, by the ids of commodities, types and grades. */
export function grainNamesIn(language: string, lists: Lists[]): GrainNames {
  const items = lists.flatMap((list) => list.items)
  const types = items.flatMap((item) => item.types)
  const called = (things: Named[]) =>
    Object.fromEntries(things.flatMap(({ id, names }) => (names?.[language] ? [[id, names[language]]] : [])))
  return {
    commodity: called(items),
    type: called(types),
    grade: called(types.flatMap(({ grades }) => grades)),
  }
}

const FACETS: Record<string, Part> = {
  'f:commodity': 'commodity',
  'f:commodityType': 'type',
  'f:commodityGrade': 'grade',
}

/**
 * An answer with the names of grain in the reader's language, wherever it shows a commodity, type or grade with its id, or facets of them. The
 * catalogue's own lists stay as they are.
 *
 * @example renameGrain({ commodity: { id: 1, name: 'Wheat' } }, { commodity: { 1: 'Weizen' }, type: {}, grade: {} })
 * // { commodity: { id: 1, name: 'Weizen' } }
 */
export function renameGrain(answer: unknown, names: GrainNames): unknown {
  if (Array.isArray(answer)) return answer.map((each) => renameGrain(each, names))
  if (!isObject(answer)) return answer
  const part = FACETS[String(answer['name'])]
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (part && key === 'terms' && Array.isArray(value))
        return [key, value.map((term) => called(term, names[part]))]
      const own = PARTS.find((each) => key === each || key === `${each}s`)
      const renamed = renameGrain(value, names)
      if (own === undefined) return [key, renamed]
      return [
        key,
        Array.isArray(renamed)
          ? renamed.map((each) => called(each, names[own]))
          : called(renamed, names[own]),
      ]
    }),
  )
}

function called(thing: unknown, names: Record<string, string>): unknown {
  if (!isObject(thing) || typeof thing['name'] !== 'string') return thing
  return { ...thing, name: names[String(thing['id'])] ?? thing['name'] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
