import type { Actor } from '../../../http/actor.ts'
import { readTimeOfDay } from '../../../kernel/time-of-day.ts'
import { momentOf, formatDate } from '../../../kernel/time.ts'
import { findCommodityNamed } from '../../../system/commodities/names.ts'
import { problemAt, type ImportRequest, type Problem } from '../../../system/imports/imports.ts'
import type { BayOfPlace, PlaceWithBays } from '../../records/find-places.ts'
import { readCommodity } from '../commodity-columns.ts'
import { cropOf } from '../named-crop.ts'
import { readPlace, type NamedPlace, type UnitsOfPlaces } from '../existing-places.ts'
import { readBay } from '../read-bay.ts'
import { readKilograms } from '../read-kilograms.ts'
import { statedWords, understoodCommodity } from '../understood.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { measures, type LoadRow, type LoadValues } from './load-columns.ts'
import { statedMoment, weigh, yesOrNo, type Route, type WeighedLoad, type WrongColumn } from './load-rules.ts'

/** Reads the cells of a row, each by itself, and finds their faults. */

/** A store and the bay of it that a load goes to, or comes from. */
export interface LoadPlace {
  own: PlaceWithBays
  bay: BayOfPlace
}

/** The places that a row names, as far as they are there. */
export interface NamedPlaces {
  units: UnitsOfPlaces
  own: Map<string, PlaceWithBays>
  stores: NamedPlace[]
  toStores: NamedPlace[]
  fields: NamedPlace[]
}

/** A field and its store may be in two business units, and the one that is named is the field's. */
export function unitOfStore({ field, businessUnit }: LoadRow['values']): { businessUnit?: string } {
  return field === undefined && businessUnit !== undefined ? { businessUnit } : {}
}

export function problemOf(row: LoadRow, { column, reason, code }: WrongColumn) {
  return problemAt(row, column, reason, code)
}

/** When a load was. */
export interface When {
  /** In ISO 8601. */
  said: string
  at: Date | undefined
  /** False where the row names a day alone. */
  hasTime: boolean
  warnings: Message[]
}

/**
 * When a load was, by what its row says (load-rules.ts). A day alone is its start; or, where the run says so, its end, which today is now. Undefined
 * where the row has no date.
 */
export function whenOf(
  values: LoadValues,
  actor: Actor,
  { dayAlone }: Pick<ImportRequest, 'dayAlone'>,
): When | undefined {
  const read = statedMoment(values)
  if (!read) return undefined
  const { moment, hasTime, warnings } = read
  if (hasTime || dayAlone !== 'end') return { said: moment, at: momentOf(moment, actor), hasTime, warnings }
  const isToday = moment === formatDate(actor.now, actor.timeZone)
  const said = isToday ? actor.now.toISOString() : `${moment}T23:59`
  return { said, at: momentOf(said, actor), hasTime, warnings }
}

/** The moment of a load: its date, with the time beside it. */
export function readWhen(row: LoadRow, actor: Actor, run: ImportRequest): When & { problems: Problem[] } {
  const { time } = row.values
  const when = whenOf(row.values, actor, run)
  if (when === undefined) return { said: '', at: undefined, hasTime: false, warnings: [], problems: [] }
  const { at } = when
  const read = time === undefined ? '' : readTimeOfDay(time)
  const wrong =
    typeof read !== 'string'
      ? problemAt(row, 'time', read.reason, 'invalid')
      : at === undefined
        ? problemAt(row, 'date', message('isNoMoment', {}), 'date')
        : at > actor.now
          ? problemAt(row, 'date', message('isInFuture', {}), 'future')
          : undefined
  return { ...when, problems: wrong ? [wrong] : [] }
}

export interface ReadPlaces {
  store: LoadPlace | undefined
  toStore: LoadPlace | undefined
  field: NamedPlace | undefined
  problems: Problem[]
}

export function readPlaces(row: LoadRow, route: Route | undefined, found: NamedPlaces): ReadPlaces {
  const { own, units, stores, toStores, fields } = found
  const inUnit = { ...row, values: { ...row.values, ...unitOfStore(row.values) } }
  const { businessUnit: _unit, ...anywhere } = row.values
  const storeRow = row.values.field === undefined ? inUnit : { ...row, values: anywhere }
  const from = readPlace(storeRow, 'store', stores, units)
  const to = readPlace({ ...row, values: anywhere }, 'toStore', toStores, units)
  const off = readPlace(row, 'field', fields, units)
  const store = from.place && own.get(from.place.id)
  const toStore = to.place && own.get(to.place.id)
  const bay = readBay(row, 'bay', store)
  const toBay = readBay(row, 'toBay', toStore)
  const isSame = route?.kind === 'internal' && bay.bay !== undefined && bay.bay.id === toBay.bay?.id
  return {
    store: store && bay.bay && { own: store, bay: bay.bay },
    toStore: toStore && toBay.bay && { own: toStore, bay: toBay.bay },
    field: off.place,
    problems: [
      ...from.problems,
      ...to.problems,
      ...(row.values.field === undefined ? [] : off.problems),
      ...bay.problems,
      ...toBay.problems,
      ...(isSame ? [problemAt(row, 'toBay', message('comesFromThatBay', {}), 'same_bay')] : []),
    ],
  }
}

export function readWeights(
  row: LoadRow,
  actor: Actor,
): { weighed: WeighedLoad | undefined; problems: Problem[] } {
  const named = row.values.commodity
  const commodityId =
    named === undefined ? undefined : findCommodityNamed(named, actor.countryISO)?.commodity.id
  const [gross, tare, net] = (['gross', 'tare', 'weight'] as const).map((column) => {
    const { kilograms, problems } = readKilograms(row, column, actor, commodityId)
    const isInBushels = row.values[column] !== undefined && kilograms === undefined && named === undefined
    const asked = isInBushels ? [problemAt(row, column, message('bushelsNeedCommodity', {}), 'required')] : []
    return { kilograms, problems: [...problems, ...asked] }
  })
  const problems = [gross, tare, net].flatMap((each) => each?.problems ?? [])
  const blamed = new Set(row.problems.map(({ column }) => column))
  const isUnread = row.header.places.some(
    ({ column, header }) => column.measure === 'weight' && blamed.has(header),
  )
  if (problems.length > 0 || isUnread) return { weighed: undefined, problems }
  const read = weigh({ gross: gross?.kilograms, tare: tare?.kilograms, net: net?.kilograms })
  return 'weighed' in read
    ? { weighed: read.weighed, problems: [] }
    : { weighed: undefined, problems: [problemOf(row, read.wrong)] }
}

/** Reads the grain of a row: all that a new parcel needs where a sender brings it, and otherwise as much as sets it apart from others. */
export function commodityOf(row: LoadRow, actor: Actor, route: Route | undefined) {
  const { values } = row
  if (route?.kind !== 'intake') {
    const { problems } = cropOf(row, actor)
    return {
      problems,
      understood: statedWords({ commodity: values.commodity, harvestYear: values.harvestYear }),
    }
  }
  const { commodity, problems, isKnown } = readCommodity(row, actor, { mayBeMixed: true })
  const needed = (['commodity', 'harvestYear'] as const).filter((column) => values[column] === undefined)
  const blamed = new Set(row.problems.map(({ column }) => column))
  const missing = needed
    .map((column) => problemAt(row, column, message('intakeNeedsIt', {}), 'required'))
    .filter(({ column }) => !blamed.has(column))
  return {
    problems: [...missing, ...problems],
    understood: isKnown ? understoodCommodity(actor, commodity, values.harvestYear) : {},
  }
}

const MOST = { fallingNumber: 1000, temperature: 100 } as const

/** Figures beyond what can be measured, and a Sold that is neither yes nor no. */
export function figureProblems(row: LoadRow): Problem[] {
  const { sold } = row.values
  const figures = (Object.keys(measures) as (keyof typeof measures)[]).flatMap((column) => {
    const most = column in MOST ? MOST[column as keyof typeof MOST] : 100
    const value = row.values[column]
    return value === undefined || value <= most
      ? []
      : [
          problemAt(
            row,
            column,
            message('isAboveFigure', { limit: most, unit: measures[column].unit }),
            'maximum',
          ),
        ]
  })
  const isOdd = sold !== undefined && yesOrNo(sold) === undefined
  return isOdd ? [...figures, problemAt(row, 'sold', message('isNoYesOrNo', {}), 'invalid')] : figures
}
