import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../api/client.ts'
import type { HarvestPlan } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { languageNow } from '../../i18n/language.ts'
import { useTickets, useWaiting } from '../../offline/use-outbox.ts'
import type {
  Ticket,
  TicketKind,
  TicketPart,
  TicketParty,
  TicketPlace,
  Waiting,
} from '../../offline/store.ts'
import { baysOf, type Bay } from '../../stock/bays.ts'
import {
  catalogueQuery,
  countriesQuery,
  partnersQuery,
  positionQuery,
  storesQuery,
} from '../../stock/queries.ts'
import { splitSide } from './draft.ts'
import type { HarvestYears } from '../../stock/harvest-year.ts'
import { MOST_UNFINISHED } from './movement-ticket.ts'
import { lorries, type Known } from './memory.ts'

// What the weighbridge needs to know, all of it kept for when there is no network.

const kept = { kept: true }

/** The lorries seen last, with their tares. */
const vehiclesQuery = queryOptions({
  queryKey: ['vehicles'],
  meta: kept,
  queryFn: async () => (await ask('GET /api/inventory/vehicles', { query: { limit: 200 } })).docs,
})

/** Lorries that were weighed once, on any device. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  meta: kept,
  refetchInterval: 30_000,
  queryFn: async () =>
    (await ask('GET /api/inventory/movements/actions', { query: { limit: MOST_UNFINISHED } })).docs,
})

const plansQuery = queryOptions({
  queryKey: ['harvest-plans'],
  meta: kept,
  queryFn: () => ask('GET /api/inventory/harvest-plans', { query: { limit: 200 } }),
})

/** The contracts that run: their owners are known, and one is looked up only for somebody who has any. */
export const contractsQuery = queryOptions({
  queryKey: ['contracts', 'active'],
  meta: kept,
  queryFn: async () =>
    (await ask('GET /api/inventory/contracts', { query: { status: ['active'], limit: 200 } })).docs,
})

/** A kind of grain that can be chosen. */
export interface Grain {
  key: string
  text: string
  id: number
  name: string
  type: number
  grade: number
  varieties: string[]
}

/** A crop on a field that can be cut. */
export interface Planting {
  recordId: string
  planId: string
  fieldId: string
  fieldName: string
  grain: Ticket['grain']
  harvestYear: string
}

export interface Ground {
  isReady: boolean
  /** Why nothing is known, and how to try again. */
  failure: { error: Error; again: () => void } | undefined
  known: Known[]
  /** Senders or receivers by name, with their ids. */
  parties: Map<string, string>
  grains: Grain[]
  bays: WaitingBay[]
  plantings: Planting[]
  country: HarvestYears | undefined
}

export function useGround(kind: TicketKind): Ground {
  const { organisation } = useMe()
  const tickets = useTickets()
  const entries = useWaiting()
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  const catalogue = useQuery(catalogueQuery(organisation.countryISO))
  const vehicles = useQuery(vehiclesQuery)
  const partners = useQuery(partnersQuery())
  const contracts = useQuery(contractsQuery)
  const plans = useQuery({ ...plansQuery, enabled: kind === 'field' })
  const countries = useQuery(countriesQuery)
  const failed = [stores, position, catalogue].find(({ isLoadingError }) => isLoadingError)
  return useMemo(() => {
    const known = lorries(vehicles.data ?? [], tickets, kind)
    const bays =
      stores.data && position.data ? withWaiting(baysOf(stores.data, position.data), tickets, entries) : []
    return {
      failure: failed?.error ? { error: failed.error, again: () => void failed.refetch() } : undefined,
      isReady: stores.data !== undefined && position.data !== undefined && catalogue.data !== undefined,
      known,
      parties: new Map(
        [
          ...tickets.map(({ party }) => nameAndId(party)),
          ...known.map(({ party }) => nameAndId(party)),
          ...(partners.data?.docs ?? []).map(nameAndId),
          // Organisations of this service, which no list of partners has.
          ...(contracts.data ?? [])
            .filter(({ storer }) => storer.id === organisation.id)
            .map(({ owner }) => nameAndId(owner)),
        ].filter(([name]) => name !== ''),
      ),
      grains: (catalogue.data ?? []).flatMap(({ items }) => items).flatMap(grainsOf),
      bays,
      plantings: (plans.data ?? []).flatMap(plantingsOf),
      country: countries.data?.[organisation.countryISO],
    }
  }, [
    failed,
    stores.data,
    position.data,
    catalogue.data,
    vehicles.data,
    partners.data,
    contracts.data,
    plans.data,
    countries.data,
    tickets,
    entries,
    kind,
    organisation,
  ])
}

const nameAndId = ({ name, id }: TicketParty) => [name, id] as const

type CatalogueItem = Awaited<
  ReturnType<NonNullable<ReturnType<typeof catalogueQuery>['queryFn']>>
>[number]['items'][number]

function grainsOf({ id, name, types: ofItem }: CatalogueItem): Grain[] {
  return ofItem.flatMap((type) =>
    type.grades.map((grade) => ({
      key: `${id}.${type.id}.${grade.id}`,
      text: `${name}, ${languageNow() === 'en' ? type.name.toLowerCase() : type.name}, ${grade.name}`,
      id,
      name,
      type: type.id,
      grade: grade.id,
      varieties: grade.varieties,
    })),
  )
}

function plantingsOf(plan: HarvestPlan): Planting[] {
  if (plan.status === 'harvested' || plan.status === 'empty') return []
  return plan.records.map(({ id, harvest, commodity, harvestYear }) => ({
    recordId: id,
    planId: plan.id,
    fieldId: harvest.fieldId,
    fieldName: harvest.fieldName,
    harvestYear,
    grain: {
      id: commodity.commodity.id,
      type: commodity.type.id,
      grade: commodity.grade.id,
      variety: commodity.variety,
      name: commodity.commodity.name,
      text: [commodity.commodity.name, commodity.variety].filter(Boolean).join(', '),
    },
  }))
}

/** A bay with what waits on this device to be sent: kilograms that come in, less those that leave. */
export type WaitingBay = Bay & { waiting: number }

/** Whether what is in the bay of a ticket, if anything, is the organisation's own. */
export function isOwnGround(
  { from, to, kind }: Pick<Ticket, 'from' | 'to' | 'kind'>,
  bays: WaitingBay[],
): boolean {
  const key = (kind === 'out' ? from : to)?.key
  const bay = bays.find((each) => each.key === key)
  return !bay || bay.weight === 0 || bay.isOwned
}

function withWaiting(bays: Bay[], tickets: Ticket[], entries: Waiting[]): WaitingBay[] {
  const refused = new Set(entries.filter(({ state }) => state === 'refused').map(({ ticketId }) => ticketId))
  const open = tickets.filter(
    ({ id, bookedAt, givenUp }) => bookedAt === undefined && givenUp === undefined && !refused.has(id),
  )
  return bays.map((bay) => ({ ...bay, waiting: open.reduce((sum, each) => sum + into(bay.key, each), 0) }))
}

function into(key: string, ticket: Ticket): number {
  const { from, to, full, empty, kind, parts = [] } = ticket
  const net = full !== null && empty !== null ? full - empty : 0
  const part = (side: 'from' | 'to', place: TicketPlace | null) =>
    side === splitSide(kind) && parts.length > 0 ? net * shareIn(parts, key) : place?.key === key ? net : 0
  return part('to', to) - part('from', from)
}

/** The part of a load that a bay of several gets, or gives. */
export function shareIn(parts: TicketPart[], key: string): number {
  const all = parts.reduce((sum, { share }) => sum + share, 0)
  return all === 0 ? 0 : (parts.find(({ place }) => place.key === key)?.share ?? 0) / all
}
