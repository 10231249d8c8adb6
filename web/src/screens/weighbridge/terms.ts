import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask, Refused } from '../../api/client.ts'
import type { DefaultSpecification, StorageContract } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { measuresOf, specificationsQuery, type Measure } from '../../stock/measures.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import type { Chosen } from './chosen.ts'
import type { TicketDraft } from './draft.ts'
import type { GradeLimits } from './grade-offer.ts'
import { runningContractsQuery, type ReferenceData } from './reference-data.ts'
import { basisOf, contractKey, type Basis } from './whose.ts'

// On what terms a load comes in: what is measured of it, and under which contract. All of it is the service's; nothing is judged here.

const kept = { kept: true }

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
export interface TicketTerms {
  measures: Measure[]
  /** Limits that each grade of its type sets. */
  grades: GradeLimits[]
  /** The sender's contract; null where there is none, undefined where that is not known. */
  contract: StorageContract | null | undefined
  /** Basis on which the load comes in; undefined if nobody has stated it. */
  basis: Basis | undefined
  /** True if the clerk is shown the basis, and may change it. */
  isAsked: boolean
}

export function useTerms(
  draft: TicketDraft,
  chosen: Chosen,
  ground: ReferenceData,
  change: (part: Partial<TicketDraft>) => void,
): TicketTerms {
  const { grain, toBay } = chosen
  const measuring = useMeasures(draft.kind, grain, ground)
  const sender = draft.party.trim()
  const { contract, isLooking } = useContract(draft, chosen, ground, change)
  const bringsOwned = ground.bringsOwned.get(sender)
  const basis = basisOf({ said: draft.said, contract, sender, bay: toBay, bringsOwned })
  const isIn = draft.kind === 'in' && sender !== '' && grain !== undefined
  return {
    ...measuring,
    contract,
    basis: isIn ? basis : undefined,
    isAsked: isIn && !isLooking,
  }
}

/** Finds the measures to take of an incoming load of this grain, and the limits of the grades of its type. */
export function useMeasures(
  kind: TicketDraft['kind'],
  grain: Ticket['grain'] | undefined,
  ground: Pick<ReferenceData, 'grains'>,
): Pick<TicketTerms, 'measures' | 'grades'> {
  const isMeasured = kind === 'in' || kind === 'field'
  const { data = [] } = useQuery(specificationsQuery(isMeasured ? grain : undefined))
  if (!isMeasured || !grain) return { measures: [], grades: [] }
  return { measures: measuresOf(data, grain.grade), grades: gradesOf(data, ground) }
}

/** The sender's contract: as the service answers, or as the clerk saw it before, for as long as the service cannot be asked. */
function useContract(
  draft: TicketDraft,
  { grain }: Chosen,
  ground: ReferenceData,
  change: (part: Partial<TicketDraft>) => void,
) {
  const formats = useFormats()
  const contracts = useQuery(runningContractsQuery)
  const sender = draft.party.trim()
  // Somebody may have typed the id of an organisation, as the ticket reads it.
  const senderId = ground.parties.get(sender) ?? (sender === '' ? undefined : partnerIdOf(sender))
  const isIn = draft.kind === 'in' && senderId !== undefined && grain !== undefined
  const mayHave = contracts.data?.some(
    ({ owner, inventory: { commodity } }) =>
      owner.id === senderId && commodity.commodity.id === grain?.id && commodity.type.id === grain.type,
  )
  const found = useQuery(
    contractQuery(
      isIn && mayHave
        ? {
            ownerId: senderId,
            commodity: grain.id,
            commodityType: grain.type,
            commodityGrade: grain.grade,
            day: draft.day === '' ? formats.today() : draft.day,
          }
        : undefined,
    ),
  )
  const of = isIn ? contractKey(senderId, grain) : ''
  const answer = mayHave === false ? null : found.data
  const isSeen = draft.seen?.of === of && draft.seen.contract?.id === answer?.id
  useEffect(() => {
    if (of !== '' && answer !== undefined && !isSeen) change({ seen: { of, contract: answer } })
  }, [of, answer, isSeen, change])
  return {
    contract: answer === undefined && draft.seen?.of === of ? draft.seen.contract : answer,
    isLooking: answer === undefined && found.fetchStatus === 'fetching',
  }
}

function gradesOf(
  specifications: DefaultSpecification[],
  { grains }: Pick<ReferenceData, 'grains'>,
): GradeLimits[] {
  return specifications.flatMap(({ commodity: { id, type, grade }, measures }) => {
    const known = grains.find((each) => each.id === id && each.type === type.id && each.grade === grade.id)
    if (!known) return []
    const asked = measures.map(({ specification: { name }, min, max }) => ({ name, min, max }))
    return [{ gradeId: grade.id, name: known.gradeName, rank: known.rank, measures: asked }]
  })
}

/** True if the contract of a load dries it by its moisture, so that this is asked for at once. */
export const isDried = ({ contract, basis }: TicketTerms): boolean =>
  basis === 'contract' && contract?.details.services.drying.agreed === true
