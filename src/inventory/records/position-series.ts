import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, described, named, oneOf, Text } from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults } from '../../kernel/errors.ts'
import { dayAlone, parseInstantEnd } from '../../kernel/time.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { balanceSeries } from '../ledger/ledger.ts'
import { ownerOfRecord } from '../partners/party-names.ts'
import { countsAs, wordsOfSums, type CountedSum, type Sums } from './position-sums.ts'
import { message } from '../../words/catalogue.ts'

/** So many dates are answered by one request: a year of days, and the weeks of seven. */
const MOST_POINTS = 400

const groups = ['commodity', 'harvestYear', 'owner', 'storage', 'substorage', 'none'] as const
type Group = (typeof groups)[number]

export const SeriesQuery = closed({
  from: described(Text, 'The first date, such as 2026-08-01: its close in your time zone.'),
  to: described(Text, 'The last date, if the steps meet it.'),
  step: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, default: 1, description: 'Days from one date to the next.' }),
  ),
  group: Type.Optional(
    oneOf(
      groups,
      'What there is a curve for, besides the whole; none: the whole alone. By default, commodity.',
    ),
  ),
})
type SeriesQuery = Static<typeof SeriesQuery>

const curveOf = (kind: keyof Sums) =>
  Type.Array(Type.Number(), { description: `${wordsOfSums[kind]} One for each date.` })
const curves = {
  owned: curveOf('owned'),
  stored: curveOf('stored'),
  offered: curveOf('offered'),
  short: curveOf('short'),
}

export const PositionSeries = named('PositionSeries', {
  dates: Type.Array(Type.String(), { description: 'The days at whose close the position is shown.' }),
  totals: closed(curves),
  groups: Type.Array(
    closed({
      id: Type.String({
        description:
          'Of the commodity, owner, store or bay; empty for stock that lies in none. Of a year its label.',
      }),
      name: Type.String(),
      ...curves,
    }),
    { description: 'By name.' },
  ),
})
export type PositionSeries = Static<typeof PositionSeries>

/**
 * Sums up positions as `readPosition` does, at the close of several days: two statements, whatever their number.
 *
 * @throws Refusal `invalid_input` for what is no date, an end before the start, and for more dates than are answered at once
 */
export function readPositionSeries(
  db: Kysely<Tables>,
  actor: Actor,
  query: SeriesQuery,
): Promise<PositionSeries> {
  const { dates, instants } = pointsOf(actor, query)
  return inOneMoment(db, async (moment) => {
    const series = await balanceSeries(moment, actor.organisationId, instants)
    const parcels = await findParcels(moment, actor, query.group ?? 'commodity', [...series.keys()])
    const whole = emptyCurves(dates.length)
    const grouped = new Map<string, Curves & { name: string }>()
    for (const parcel of parcels) {
      const { id, group, name } = parcel
      const balances = series.get(id) ?? []
      add(whole, parcel, balances)
      const own = grouped.get(group) ?? { name, ...emptyCurves(dates.length) }
      grouped.set(group, own)
      add(own, parcel, balances)
    }
    const byName = [...grouped].sort(([a, one], [b, other]) => compare(one.name, other.name) || compare(a, b))
    return {
      dates,
      totals: inKilograms(whole),
      groups:
        query.group === 'none'
          ? []
          : byName.map(([id, { name, ...own }]) => ({ id, name, ...inKilograms(own) })),
    }
  })
}

function pointsOf({ timeZone }: Actor, query: SeriesQuery): { dates: string[]; instants: Date[] } {
  const [from] = dayAlone(query.from, timeZone)
  const [to] = dayAlone(query.to, timeZone)
  const { step = 1 } = query
  refuseFaults([...(from ? [] : [dateFault('from')]), ...(to ? [] : [dateFault('to')])])
  if (!from || !to) throw new Error('unreachable: the faults were refused')
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
  const count = Math.floor(days / step) + 1
  refuseFaults([
    ...(days < 0 ? [fault('to', message('isBeforeStart', { start: 'from' }), 'minimum')] : []),
    ...(count > MOST_POINTS
      ? [fault('step', message('hasTooManyDates', { count, limit: MOST_POINTS }), 'minimum')]
      : []),
  ])
  const dates = Array.from({ length: count }, (_date, index) =>
    Temporal.PlainDate.from(from)
      .add({ days: index * step })
      .toString(),
  )
  return { dates, instants: dates.flatMap((date) => parseInstantEnd(date, timeZone) ?? []) }
}

interface Parcel extends CountedSum {
  id: string
  group: string
  name: string
}

const none = sql`''`

async function findParcels(db: Kysely<Tables>, actor: Actor, group: Group, ids: string[]): Promise<Parcel[]> {
  const { id, name } = {
    commodity: { id: sql`r.commodity_id::text`, name: none },
    harvestYear: { id: sql`r.harvest_year`, name: sql`r.harvest_year` },
    owner: { id: sql`r.owner_id`, name: ownerOfRecord },
    storage: { id: sql`coalesce(r.storage_id::text, '')`, name: sql`coalesce(s.name, '')` },
    substorage: {
      id: sql`coalesce(r.bay_id::text, '')`,
      name: sql`coalesce(s.name || ', ' || bays.name, s.name, '')`,
    },
    none: { id: none, name: none },
  }[group]
  const { rows } = await sql<{
    id: string
    is_own: boolean
    is_somewhere: boolean
    group: string
    name: string
  }>`
    select r.id, r.owner_id = ${actor.organisationId} as is_own, r.storage_id is not null as is_somewhere, ${id} as "group", ${name} as name
    from records r left join storages s on s.id = r.storage_id left join bays on bays.id = r.bay_id
    where r.id = any(${ids}::uuid[]) order by r.created_at desc, r.id`.execute(db)
  return rows.map(({ is_own: isOwn, is_somewhere: isSomewhere, ...row }) => {
    const called = group === 'commodity' ? namedCommodity(actor.countryISO, Number(row.group)).name : row.name
    return { ...row, isOwn, isSomewhere, name: called }
  })
}

type Curves = Record<keyof Sums, number[]>

const emptyCurves = (length: number): Curves => ({
  owned: Array<number>(length).fill(0),
  stored: Array<number>(length).fill(0),
  offered: Array<number>(length).fill(0),
  short: Array<number>(length).fill(0),
})

function add(curves: Curves, parcel: Parcel, balances: number[]): void {
  for (const [place, grams] of balances.entries()) {
    const curve = curves[countsAs(parcel, grams)]
    curve[place] = (curve[place] ?? 0) + Math.abs(grams)
  }
}

const inKilograms = ({ owned, stored, offered, short }: Curves): Curves => ({
  owned: owned.map(kilogramsFromGrams),
  stored: stored.map(kilogramsFromGrams),
  offered: offered.map(kilogramsFromGrams),
  short: short.map(kilogramsFromGrams),
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
