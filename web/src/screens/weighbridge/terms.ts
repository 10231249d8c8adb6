import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask, Refused } from '../../api/client.ts'
import type { StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Ticket } from '../../offline/store.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import type { Chosen } from './chosen.ts'
import type { Draft } from './draft.ts'
import { contractsQuery, type Ground } from './ground.ts'

// On what terms a load comes in: what is measured of it, and under which contract. All of it is the service's; nothing is judged here.

const kept = { kept: true }
const DAY_MS = 86_400_000

/** What may be measured of a grain, and what its grade asks. */
export interface Measure {
  name: string
  unit: string
  min: number
  max: number
}

const specificationsQuery = (grain: Ticket['grain'] | undefined) =>
  queryOptions({
    queryKey: ['specifications', grain?.id, grain?.type, grain?.grade],
    enabled: grain !== undefined && grain.id > 0,
    meta: kept,
    staleTime: DAY_MS,
    queryFn: () =>
      ask('GET /api/inventory/commodities/{id}/specifications', {
        path: { id: String(grain?.id ?? 0) },
        query: {
          ...(grain && { commodityType: grain.type }),
          ...(grain && grain.grade > 0 && { commodityGrade: grain.grade }),
        },
      }),
  })

interface Asked {
  ownerId: string
  commodity: number
  commodityType: number
  commodityGrade: number
  day: string
}

/** The contract under which a load of this owner and grain comes in on a day; null where there is none. */
const contractQuery = (asked: Asked | undefined) =>
  queryOptions({
    queryKey: ['contract-for', asked],
    enabled: asked !== undefined,
    meta: kept,
    queryFn: async (): Promise<StorageContract | null> => {
      const { ownerId = '', commodity = 0, commodityType = 0, commodityGrade = 0, day = '' } = asked ?? {}
      const query = {
        ownerOrganisationId: ownerId,
        commodity,
        commodityType,
        ...(commodityGrade > 0 && { commodityGrade }),
        dateISO: day,
      }
      try {
        return await ask('GET /api/inventory/contracts/lookup', { query })
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    },
  })

/** The terms of a load as it is being entered. */
export interface Terms {
  measures: Measure[]
  contract: StorageContract | null
  /** Whether it is stored under the contract, and not bought. */
  isStored: boolean
}

const MOISTURE: Measure = { name: 'Moisture', unit: '%', min: 0, max: 0 }

export function useTerms(draft: Draft, chosen: Chosen, ground: Ground): Terms {
  const formats = useFormats()
  const isMeasured = draft.kind === 'in' || draft.kind === 'field'
  const { grain, toBay } = chosen
  const specifications = useQuery(specificationsQuery(isMeasured ? grain : undefined))
  const contracts = useQuery(contractsQuery)
  const party = draft.party.trim()
  // Somebody may have typed the id of an organisation, as the ticket reads it.
  const partyId = ground.parties.get(party) ?? (party === '' ? undefined : partnerIdOf(party))
  const mayHave = contracts.data?.some(
    ({ owner, inventory: { commodity } }) =>
      owner.id === partyId && commodity.commodity.id === grain?.id && commodity.type.id === grain.type,
  )
  const found = useQuery(
    contractQuery(
      draft.kind === 'in' && mayHave && partyId !== undefined && grain
        ? {
            ownerId: partyId,
            commodity: grain.id,
            commodityType: grain.type,
            commodityGrade: grain.grade,
            day: draft.day === '' ? formats.today() : draft.day,
          }
        : undefined,
    ),
  )
  const contract = found.data ?? null
  // What lies in the bay already is joined, so that is the likely one.
  const isOwnBay = toBay !== undefined && toBay.weight > 0 && toBay.isOwned
  return {
    measures: isMeasured && grain ? measuresOf(specifications.data ?? []) : [],
    contract,
    isStored: contract !== null && (draft.stored === '' ? !isOwnBay : draft.stored === 'yes'),
  }
}

/** Moisture first, since a load is dried by it. */
function measuresOf(
  specifications: {
    measures: { specification: { name: string; unit: string }; min: number; max: number }[]
  }[],
): Measure[] {
  const asked = specifications.flatMap(({ measures }) => measures)
  const named = new Map([
    [MOISTURE.name, MOISTURE],
    ...asked.map(({ specification: { name, unit }, min, max }) => [name, { name, unit, min, max }] as const),
  ])
  return [...named.values()]
}

/** Whether the contract of a load dries it by its moisture, so that this is asked for at once. */
export const isDried = ({ contract, isStored }: Terms) =>
  isStored && contract !== null && contract.details.services.drying.agreed
