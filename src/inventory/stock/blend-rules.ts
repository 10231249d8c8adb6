import { nameKey } from '../../kernel/names.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { CalledBy } from '../../words/stock-terms.ts'

/** Description of a parcel once other stock has joined it (rules.md §3). Pure; weights in grams. */

export interface Measurement {
  value: number
  metric: string
}

/** Description of stock: properties in which it may come to differ and still be one parcel. */
export interface Description {
  typeId: number
  gradeId: number | null
  variety: string
  tagIds: number[]
  quality: Record<string, Measurement>
  /** Which share of it is still to be cleaned, from 0 to 1 (rules.md §5). It has a part of every load, as all that leaves it has. */
  uncleanedShare: number
}

export interface Lot extends Description {
  grams: number
}

export interface Blend {
  description: Description
  /** Changes in the description of either lot, and in the measurements of the blend; empty when like joined like. */
  changes: Change[]
}

/** One piece of news about a heap that stock joined. */
export interface Change {
  says: Message
  /** Words for stock that is still to come, where they differ. */
  saysOfPlan?: Message
  /** True if the stock is still to come. */
  isPlanned?: boolean
  /** The measured figure that it is about, in small letters. */
  figure?: string
  /** Warning for whoever did it. */
  warning?: Message
}

/** Terms of the catalogue: its order of grades (1 is the best), and its name for a mixture of varieties. */
export interface BlendTerms {
  gradeRank: (gradeId: number) => number
  /** Null where there is none. */
  gradeName: (gradeId: number | null) => string | null
  typeName: (typeId: number) => string
  /** Returns the segregation of stock with these tags. */
  segregation: (tagIds: number[]) => string
  /** The id of the type of a mixture of several. */
  mixedType: number
  mixedVariety: string
}

/**
 * Joins two lots: the lower grade, variety "Mixed" where they differ but for case, the tags in common, and each
 * quality as the mean weighted by weight, whatever the case of its name. A figure that only one of them has says nothing
 * of the blend and is dropped. Of two types, type and variety are "Mixed", and the grade stays only where both call it the same.
 */
export function blend(present: Lot, arriving: Lot, terms: BlendTerms): Blend {
  const isOneType = present.typeId === arriving.typeId
  const typeId = isOneType ? present.typeId : terms.mixedType
  const gradeId =
    typeId === terms.mixedType
      ? gradeOfTwoTypes(present, arriving, terms)
      : lowerGraded(present, arriving, terms).gradeId
  const variety = isOneType && isSameVariety(present, arriving) ? present.variety : terms.mixedVariety
  const tagIds = keptApart(
    present,
    present.tagIds.filter((id) => arriving.tagIds.includes(id)),
    terms,
  )
  const quality = meanQuality(present, arriving)
  const uncleanedShare = meanShare(present, arriving)
  const description = { typeId, gradeId, variety, tagIds, quality, uncleanedShare }
  const changes = [
    ...changedNames(present, arriving, description, terms),
    ...changedFigures(present.quality, quality),
  ]
  return { description, changes }
}

/** Returns the description of a parcel that was empty: that of the stock that comes. */
export function startAfresh(
  present: Description | undefined,
  arriving: Description,
  terms: BlendTerms,
): Description {
  return present ? { ...arriving, tagIds: keptApart(present, arriving.tagIds, terms) } : arriving
}

/**
 * The tags, unless a parcel would be kept apart by them from what it is of one kind with: stock that comes after a correction has set the two apart
 * does not take the correction back.
 */
function keptApart(
  { tagIds: present }: Description,
  tagIds: number[],
  { segregation }: BlendTerms,
): number[] {
  return segregation(tagIds) === segregation(present) ? tagIds : present
}

/** Whoever types “skyfall” means what the catalogue spells “Skyfall”: a heap of both is no mixture. */
function isSameVariety(a: Description, b: Description): boolean {
  return nameKey(a.variety) === nameKey(b.variety)
}

/** Lists the names that change for either of two lots in a blend of both; see `Blend`. */
export function changedNames(
  present: Description,
  arriving: Description,
  blended: Description,
  { gradeName, typeName, mixedType }: BlendTerms,
): Change[] {
  const type = news('type', typeName(present.typeId), typeName(arriving.typeId), typeName(blended.typeId))
  return [
    type && blended.typeId === mixedType ? { ...type, warning: message('typesAreMixed', {}) } : type,
    news('grade', gradeName(present.gradeId), gradeName(arriving.gradeId), gradeName(blended.gradeId)),
    isSameVariety(present, blended) && isSameVariety(arriving, blended)
      ? undefined
      : news('variety', present.variety, arriving.variety, blended.variety),
    [present, arriving].every(({ tagIds }) => tagIds.length === blended.tagIds.length)
      ? undefined
      : { says: message('onlyCommonTagsStay', {}) },
  ].filter((change) => change !== undefined)
}

/** Also that the heap keeps its name is news, of stock that was called otherwise when it came. */
function news(
  what: CalledBy,
  present: string | null,
  arriving: string | null,
  blended: string | null,
): Change | undefined {
  const called = (isPlanned: boolean) => message('isCalledNow', { what, name: blended, isPlanned })
  if (present !== blended) return { says: called(false), saysOfPlan: called(true) }
  return arriving === blended ? undefined : { says: message('isStillCalled', { what, name: blended }) }
}

/**
 * Figures that a heap has otherwise now, or no more. What only the stock that came was measured for is left out: every lorry is, and
 * each that joins a heap which is not measured would be told the same.
 */
export function changedFigures(before: Description['quality'], after: Description['quality']): Change[] {
  const [was, has] = [figuresOf(before), figuresOf(after)]
  return [...new Map([...was, ...has])].flatMap(([key, { figure }]) => {
    const now = has.get(key)
    if (now?.shown === was.get(key)?.shown) return []
    const measured = (isPlanned: boolean) =>
      now === undefined
        ? message('figureIsUnknownNow', { figure, isPlanned })
        : message('figureIsNow', { figure, value: now.value, metric: now.metric, isPlanned })
    return [{ figure: key, says: measured(false), saysOfPlan: measured(true) }]
  })
}

/** Returns the measurements as the record shows them, by their names in small letters. */
function figuresOf(
  quality: Description['quality'],
): Map<string, Measurement & { figure: string; shown: string }> {
  return new Map(
    Object.entries(quality).map(([figure, { value, metric }]) => [
      figure.toLowerCase(),
      { figure, value, metric, shown: `${value} ${metric}`.trim() },
    ]),
  )
}

/** So many figures are named: a mill asks for moisture, protein, Hagberg and specific weight. */
const MOST_FIGURES = 4

/**
 * Changes as one sentence has them: each once, and a figure that several loads changed as the last of them left it. Of very many
 * figures a few are named; the record shows all.
 */
export function messagesOfChanges(changes: Change[]): Message[] {
  const once = [
    ...new Map(changes.map((change) => [change.figure ?? JSON.stringify(change.says), change])).values(),
  ]
  const names = once.filter(({ figure }) => figure === undefined)
  const figures = once.filter(({ figure }) => figure !== undefined)
  const said = [...names, ...figures.slice(0, MOST_FIGURES)].map(({ says, saysOfPlan = says, isPlanned }) =>
    isPlanned ? saysOfPlan : says,
  )
  const more = figures.length - MOST_FIGURES
  const isAnyPlanned = figures.some(({ isPlanned }) => isPlanned === true)
  return more > 0 ? [...said, message('moreFiguresChanged', { count: more, isPlanned: isAnyPlanned })] : said
}

/** Grades of two types compare by name alone: Group 1 of winter and of spring wheat. It has the id that the larger share has. */
function gradeOfTwoTypes(a: Lot, b: Lot, { gradeName }: BlendTerms): number | null {
  if (a.gradeId === null || b.gradeId === null || gradeName(a.gradeId) !== gradeName(b.gradeId)) return null
  if (a.grams === b.grams) return Math.min(a.gradeId, b.gradeId)
  return a.grams > b.grams ? a.gradeId : b.gradeId
}

/** Stock of no known grade is below any other: nobody may sell it as better. */
function lowerGraded(a: Lot, b: Lot, { gradeRank }: BlendTerms): Lot {
  const rank = ({ gradeId }: Lot) => (gradeId === null ? Number.POSITIVE_INFINITY : gradeRank(gradeId))
  return rank(b) > rank(a) ? b : a
}

const SHARE_STEPS = 1e9

function meanShare(a: Lot, b: Lot): number {
  const total = a.grams + b.grams
  if (total <= 0 || a.uncleanedShare === b.uncleanedShare) return a.uncleanedShare
  const mean = (a.uncleanedShare * a.grams + b.uncleanedShare * b.grams) / total
  return Math.round(mean * SHARE_STEPS) / SHARE_STEPS
}

function meanQuality(a: Lot, b: Lot): Record<string, Measurement> {
  const total = a.grams + b.grams
  if (total <= 0) return {}
  const others = new Map(Object.entries(b.quality).map(([name, measured]) => [name.toLowerCase(), measured]))
  const shared = Object.entries(a.quality).flatMap(([name, measured]): [string, Measurement][] => {
    const other = others.get(name.toLowerCase())
    if (!other || other.metric !== measured.metric) return []
    const value = (measured.value * a.grams + other.value * b.grams) / total
    return [[name, { value: Math.round(value * 1000) / 1000, metric: measured.metric }]]
  })
  return Object.fromEntries(shared)
}
