/** The rules of tariffs (rules.md §20), as pure functions. Days are as 2026-08-14, in the organisation's time zone. */

export const rateKinds = ['in', 'out', 'storage', 'drying', 'cleaning', 'sampling', 'handling'] as const
export type RateKind = (typeof rateKinds)[number]

export const storagePeriods = ['day', 'week', 'month'] as const
export type StoragePeriod = (typeof storagePeriods)[number]

/** A rate of a tariff. Money as decimals in text. */
export interface Rate {
  kind: RateKind
  /** For a tonne; for a tonne and period of storage; for a tonne and point of drying; or for a load. */
  rate: string
  /** Of storage. */
  per?: StoragePeriod
  /** Of storage: days that are free, that of arrival included. */
  freeDays?: number
  /** Of drying: the moisture above which points are counted, in per cent. */
  base?: number
}

/** A tariff as charges are reckoned by it. */
export interface TariffTerms {
  id: string
  /** The storage contract that it is on, with the days on which that runs. */
  contract: ContractTerms | null
  partnerId: string | null
  firstDay: string
  /** Null until a successor begins. */
  lastDay: string | null
  currency: string
  vatCode: string
  minimum: string | null
  rates: Rate[]
}

export interface ContractTerms {
  id: string
  commodityId: number
  typeId: number
  firstDay: string
  lastDay: string
}

/** Grain that is charged for: what kind it is, and on which day. */
export interface ChargedGrain {
  day: string
  commodityId: number
  typeId: number
  /** The storage contract that its load names. */
  contractId: string | null
}

/**
 * Finds the tariff that holds for an owner's grain: that of the storage contract that its load names, else that of the contract for its commodity and type
 * that began last, else the owner's, else the one of everybody. Of several of one subject it is the one that begins last.
 *
 * @param tariffs those of the owner, of its storage contracts, and of everybody
 */
export function tariffFor(tariffs: TariffTerms[], grain: ChargedGrain): TariffTerms | undefined {
  const { day, contractId } = grain
  const valid = tariffs
    .filter(({ firstDay, lastDay }) => firstDay <= day && (lastDay === null || day <= lastDay))
    .toSorted((one, other) => byText(other.firstDay, one.firstDay) || byText(other.id, one.id))
  const named = contractId === null ? undefined : valid.find(({ contract }) => contract?.id === contractId)
  return (
    named ??
    (contractId === null ? ofRunningContract(valid, grain) : undefined) ??
    valid.find(({ contract, partnerId }) => contract === null && partnerId !== null) ??
    valid.find(({ contract, partnerId }) => contract === null && partnerId === null)
  )
}

function ofRunningContract(valid: TariffTerms[], { day, commodityId, typeId }: ChargedGrain) {
  const running = valid.filter(
    ({ contract }) =>
      contract !== null &&
      contract.commodityId === commodityId &&
      contract.typeId === typeId &&
      contract.firstDay <= day &&
      day <= contract.lastDay,
  )
  return running.toSorted(
    (one, other) =>
      byText(other.contract?.firstDay ?? '', one.contract?.firstDay ?? '') ||
      byText(other.contract?.id ?? '', one.contract?.id ?? ''),
  )[0]
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Names what a tariff is on: tariffs of one subject follow each other, and have one minimum a month together. */
export function subjectOfTariff({
  contract,
  partnerId,
}: Pick<TariffTerms, 'contract' | 'partnerId'>): string {
  if (contract) return `contract:${contract.id}`
  return partnerId === null ? 'everybody' : `partner:${partnerId}`
}
