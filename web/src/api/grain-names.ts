// The service calls grain and reasons by their English names, beside which its catalogue has those of other languages. Whatever an answer shows
// of them is put into the reader's language here, once for all screens.

const PARTS = ['commodity', 'type', 'grade'] as const
type Part = (typeof PARTS)[number]
export type GrainNames = Record<Part | 'reason', Record<string, string>>

interface Named {
  id: number
  names?: Record<string, string>
}
export interface Lists {
  items: (Named & { types: (Named & { grades: Named[] })[] })[]
}

/** Reasons by what they are for. */
export type ReasonLists = Record<string, Named[]>

/** The names that a catalogue has in a language, by the ids of commodities, types, grades and reasons. */
export function grainNamesIn(language: string, lists: Lists[], reasons: ReasonLists): GrainNames {
  const items = lists.flatMap((list) => list.items)
  const types = items.flatMap((item) => item.types)
  const called = (things: Named[]) =>
    Object.fromEntries(things.flatMap(({ id, names }) => (names?.[language] ? [[id, names[language]]] : [])))
  return {
    commodity: called(items),
    type: called(types),
    grade: called(types.flatMap(({ grades }) => grades)),
    reason: called(Object.values(reasons).flat()),
  }
}

const FACETS: Record<string, Part> = {
  'f:commodity': 'commodity',
  'f:commodityType': 'type',
  'f:commodityGrade': 'grade',
}

/** Words beside the id and not below it: the id's key, the word's key and the kind of names. */
const BESIDE = [
  ['commodityId', 'commodityName', 'commodity'],
  ['reasonId', 'reason', 'reason'],
  ['reasonId', 'reasonDescription', 'reason'],
] as const

/** The lists of reasons to choose from. */
const REASONS = new Set([
  'adjustment',
  'storageNote',
  'settlementDeduction',
  'settlementBonus',
  'closeListing',
])

/**
 * An answer with the names of grain in the reader's language, wherever it shows a commodity, type, grade or reason with its id, or facets of
 * them. The catalogue's own lists of grain stay as they are.
 *
 * @example renameGrain({ commodity: { id: 1, name: 'Wheat' } }, { commodity: { 1: 'Weizen' }, type: {}, grade: {} })
 * // { commodity: { id: 1, name: 'Weizen' } }
 */
export function renameGrain(answer: unknown, names: GrainNames): unknown {
  if (Array.isArray(answer)) return answer.map((each) => renameGrain(each, names))
  if (!isObject(answer)) return answer
  const part = FACETS[String(answer['name'])]
  const shown = Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (REASONS.has(key) && Array.isArray(value))
        return [key, value.map((reason) => called(reason, names.reason, 'description'))]
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
  for (const [id, word, of] of BESIDE)
    if (typeof shown[word] === 'string') shown[word] = names[of][String(shown[id])] ?? shown[word]
  return shown
}

function called(thing: unknown, names: Record<string, string>, word = 'name'): unknown {
  if (!isObject(thing) || typeof thing[word] !== 'string') return thing
  return { ...thing, [word]: names[String(thing['id'])] ?? thing[word] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
