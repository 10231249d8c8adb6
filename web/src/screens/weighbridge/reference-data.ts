import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { now } from '../../api/clock.ts'
import { letterheadQuery } from '../../frame/letterhead.ts'
import { ask, askWithEtag } from '../../api/client.ts'
import type { HarvestPlan } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { languageNow } from '../../i18n/language.ts'
import { useTickets, useWaiting } from '../../offline/use-outbox.ts'
import type { Ticket, TicketKind, TicketParty } from '../../offline/tickets.ts'
import { baysOf } from '../../stock/bays.ts'
import { fieldsOfPlan, type PlanField } from '../../stock/plan-fields.ts'
import {
  catalogueQuery,
  countriesQuery,
  partnersQuery,
  positionQuery,
  storesQuery,
} from '../../stock/queries.ts'
import type { WaitingBay } from './bay-fit.ts'
import type { HarvestYears } from '../../stock/harvest-year.ts'
import { MOST_UNFINISHED } from './movement-ticket.ts'
import { lorries, type Known } from './memory.ts'
import { withHolds, withWaiting } from './waiting-bays.ts'
import { bringsOwnedBy } from './whose.ts'

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
  queryKey: ['unfinished', 'with time'],
  meta: kept,
  refetchInterval: 30_000,
  queryFn: async () => {
    const query = { limit: MOST_UNFINISHED }
    const { result, at } = await askWithEtag('GET /api/inventory/movements/actions', { query })
    // By the service's clock: that of a device may be set back or forward at any moment.
    return { docs: result.docs, readAt: at === undefined ? 0 : Date.parse(at) }
  },
})

const plansQuery = queryOptions({
  queryKey: ['harvest-plans'],
  meta: kept,
  queryFn: () => ask('GET /api/inventory/harvest-plans', { query: { limit: 200 } }),
})

/** The contracts that run: their owners are known, and one is looked up only for somebody who has any. */
export const runningContractsQuery = queryOptions({
  queryKey: ['contracts', 'active'],
  meta: kept,
  queryFn: async () =>
    (await ask('GET /api/inventory/contracts', { query: { status: ['active'], limit: 200 } })).docs,
})

/** Holds that stand now, so that no lorry is sent there. */
const holdsQuery = queryOptions({
  queryKey: ['holds', 'standing'],
  meta: kept,
  queryFn: async () =>
    (await ask('GET /api/inventory/holds', { query: { status: ['standing'], limit: 200 } })).docs,
})

/** A kind of grain that can be chosen. */
export interface Grain {
  key: string
  text: string
  id: number
  name: string
  type: number
  grade: number
  gradeName: string
  /** Among the grades of its commodity: 1 is the best. */
  rank: number
  varieties: string[]
}

/** A crop on a field that can be cut. */
export interface Planting {
  recordId: string
  planId: string
  fieldId: string
  fieldName: string
  /** Hectares of the field under this crop, and what of them is still to be cut, by the book. */
  area: number
  remaining: number
  /** True if grain came off it and nobody has entered how much of it is cut. */
  isCutMissing: boolean
  grain: Ticket['grain']
  harvestYear: string
}

export interface ReferenceData {
  /** When the latest of it was heard, by the service’s clock. */
  knownAt: Date
  isReady: boolean
  /** Why nothing is known, and how to try again. */
  failure: { error: Error; again: () => void } | undefined
  known: Known[]
  /** The country by whose form registrations are compared. */
  plates: string
  /** Senders or receivers by name, with their ids. */
  parties: Map<string, string>
  /** By the names of senders, true if the grain they bring without a contract is the organisation's own. */
  bringsOwned: Map<string, boolean>
  grains: Grain[]
  bays: WaitingBay[]
  plantings: Planting[]
  country: HarvestYears | undefined
}

export function useReferenceData(kind: TicketKind): ReferenceData {
  const { organisation } = useMe()
  const tickets = useTickets()
  const entries = useWaiting()
  const stores = useQuery(storesQuery)
  const position = useQuery(positionQuery())
  const catalogue = useQuery(catalogueQuery(organisation.countryISO))
  const vehicles = useQuery(vehiclesQuery)
  const partners = useQuery(partnersQuery())
  const contracts = useQuery(runningContractsQuery)
  // Read beforehand: a ticket is printed when there is no network, too.
  useQuery(letterheadQuery)
  const holds = useQuery(holdsQuery)
  const plans = useQuery({ ...plansQuery, enabled: kind === 'field' })
  const countries = useQuery(countriesQuery)
  const failed = [stores, position, catalogue].find(({ isLoadingError }) => isLoadingError)
  return useMemo(() => {
    const known = lorries(vehicles.data ?? [], tickets, kind, organisation.countryISO)
    const waiting =
      stores.data && position.data ? withWaiting(baysOf(stores.data, position.data), tickets, entries) : []
    const bays = withHolds(waiting, holds.data ?? [])
    return {
      knownAt: now(),
      failure: failed?.error ? { error: failed.error, again: () => void failed.refetch() } : undefined,
      isReady: stores.data !== undefined && position.data !== undefined && catalogue.data !== undefined,
      known,
      plates: organisation.countryISO,
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
      bringsOwned: bringsOwnedBy(partners.data?.docs ?? [], tickets),
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
    holds.data,
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
      gradeName: grade.name,
      rank: grade.rank,
      varieties: grade.varieties,
    })),
  )
}

function plantingsOf(plan: HarvestPlan): Planting[] {
  if (plan.status === 'harvested' || plan.status === 'empty') return []
  const fields = new Map(fieldsOfPlan(plan).map((field) => [field.id, field]))
  return plan.records.map(({ id, harvest, commodity, harvestYear }) => ({
    recordId: id,
    planId: plan.id,
    fieldId: harvest.fieldId,
    fieldName: harvest.fieldName,
    ...cutOf(fields.get(harvest.fieldId)),
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

function cutOf(field: PlanField | undefined) {
  const { area = 0, remaining = 0, harvested = 0 } = field ?? {}
  return { area, remaining, isCutMissing: harvested > 0 && remaining === area }
}

/** True if the grain in the bay of a ticket, if any, is the organisation's own. */
export function isOfOrganisation(
  { from, to, kind }: Pick<Ticket, 'from' | 'to' | 'kind'>,
  bays: WaitingBay[],
): boolean {
  const key = (kind === 'out' ? from : to)?.key
  const bay = bays.find((each) => each.key === key)
  return !bay || bay.weight === 0 || bay.isOwned
}
