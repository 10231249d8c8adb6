import { part, sumOf, type Crop, type Plot, type Season } from './file.ts'
import { enteredPlots, slipOf, type Slip } from './slips.ts'

/**
 * What a farm office does with a season: pure, and the same every time. Weights come from the file alone: its figures, or
 * fractions of them. Dates without a zone are local time on the farm.
 */

export const bays = ['Bay 1', 'Bay 2', 'Seed bin', 'Kept for others', 'Straw bay 1', 'Straw bay 2', 'Straw bay 3'] as const
export type Bay = (typeof bays)[number]

/** What one bay holds of one harvest year. */
export interface Parcel {
  bay: Bay
  year: number
}

/** Whom the farm trades with, by its own ids for them. */
export const partners = {
  homeFarm: { id: 'home-farm', name: 'Home Farm' },
  cornMerchant: { id: 'corn-merchant', name: 'Corn Merchant' },
  mill: { id: 'mill', name: 'Valley Mill' },
  strawDealer: { id: 'straw-dealer', name: 'Straw Dealer' },
} as const
export type Partner = (typeof partners)[keyof typeof partners]

/** Managed reasons for adjustments. */
export const reasons = { cleaningLoss: 3, bayEmptied: 6, seedRetained: 11 } as const

interface Dated {
  /** Names the request for ever, so that sending it again adds nothing. */
  key: string
  at: string
}
export type Harvest = Dated & {
  kind: 'harvest'
  crop: Crop
  to: Parcel
  loads: { plot: string; grams: number }[]
}
export type Intake = Dated & { kind: 'intake'; from: Partner; owned: boolean; to: Parcel; grams: number }
/** From a bay to another bay, or out to a partner. */
export type Haul = Dated & {
  kind: 'haul'
  from: Parcel
  to: Parcel | Partner
  sold: boolean
  grams: number
  /** Found missing just before. */
  lost?: { grams: number; reason: number }
  /** What the books still have afterwards is written off. */
  empties: boolean
}
/** Estimated first; the weighbridge then says what it was; then the same again. */
export type Sale = Dated & {
  kind: 'sale'
  from: Parcel
  to: Partner
  estimatedGrams: number
  netGrams: number
  copies: number
}
export type Step = Harvest | Intake | Haul | Sale

export interface SeasonPlan {
  year: number
  slip: Slip | undefined
  /** August to June, in order. */
  steps: Step[]
  /** In the July after it, when bays are emptied for the new harvest. */
  clearing: Step[]
}

/** The end of a season: the moment 1 July begins, and with it the new harvest year. */
export function seasonEnd(year: number): string {
  return `${year + 1}-07-01`
}

const PLOTS_TO_BAY_1 = 9
const strawBays: readonly Bay[] = bays.slice(4)
const STRAW_BAYS = strawBays.length

export function planOf(season: Season): SeasonPlan {
  const slip = slipOf(season)
  const plots = enteredPlots(season, slip)
  const grain = planGrain(season.year, plots, slip?.kind === 'entered twice')
  const straw = planStraw(season.year, plots)
  const byDate = (steps: Step[]) => steps.sort((a, b) => (a.at < b.at ? -1 : 1))
  return {
    year: season.year,
    slip,
    steps: byDate([...grain.steps, ...straw.steps]),
    clearing: byDate([...grain.clearing, ...straw.clearing]),
  }
}

function planGrain(year: number, plots: Plot[], isSaleDoubled: boolean): { steps: Step[]; clearing: Step[] } {
  const one: Parcel = { bay: 'Bay 1', year }
  const two: Parcel = { bay: 'Bay 2', year }
  const seedBin: Parcel = { bay: 'Seed bin', year }
  const kept: Parcel = { bay: 'Kept for others', year }
  const [first, second] = [plots.slice(0, PLOTS_TO_BAY_1), plots.slice(PLOTS_TO_BAY_1)]
  const [inOne, inTwo] = [sumOf(first, 'grain'), sumOf(second, 'grain')]
  const unmanured = plots.find(({ plot }) => plot === 'P03')?.grams.grain ?? 0
  const bought = part(unmanured, 1, 2)
  const seed = part(inTwo, 1, 10)
  const seedBack = part(seed, 1, 10)
  const estimated = part(inOne, 1, 6)
  const net = part(estimated, 99, 100)
  const copies = isSaleDoubled ? 2 : 1
  const cleaned = part(inTwo, 1, 100)
  const milled = part(inTwo, 1, 5)
  const topUp = part(inTwo, 1, 4)
  const restOfOne = inOne + bought - (1 + copies) * net + topUp
  const restOfTwo = inTwo - seed + seedBack - cleaned - milled - topUp
  const haul = { kind: 'haul', sold: false, empties: false } as const
  return {
    steps: [
      { kind: 'harvest', key: `${year}-grain-1`, at: `${year}-08-12T15:00`, crop: 'grain', to: one, loads: loadsOf(first, 'grain') },
      { kind: 'harvest', key: `${year}-grain-2`, at: `${year}-08-19T16:30`, crop: 'grain', to: two, loads: loadsOf(second, 'grain') },
      { kind: 'intake', key: `${year}-kept`, at: `${year}-09-02T10:00`, from: partners.homeFarm, owned: false, to: kept, grams: unmanured },
      { kind: 'intake', key: `${year}-bought`, at: `${year}-09-05T11:15`, from: partners.cornMerchant, owned: true, to: one, grams: bought },
      { ...haul, key: `${year}-seed`, at: `${year}-10-01T08:00`, from: two, to: seedBin, grams: seed },
      {
        ...haul,
        key: `${year}-seed-left`,
        at: `${year}-10-28T17:00`,
        from: seedBin,
        to: two,
        grams: seedBack,
        lost: { grams: part(seed, 8, 10), reason: reasons.seedRetained },
        empties: true,
      },
      {
        kind: 'sale',
        key: `${year}-sale`,
        at: `${year}-11-03T09:30`,
        from: one,
        to: partners.cornMerchant,
        estimatedGrams: estimated,
        netGrams: net,
        copies,
      },
      {
        ...haul,
        key: `${year}-milling`,
        at: `${year + 1}-01-10T09:00`,
        from: two,
        to: partners.mill,
        grams: milled,
        lost: { grams: cleaned, reason: reasons.cleaningLoss },
      },
      { ...haul, key: `${year}-top-up`, at: `${year + 1}-02-20T13:00`, from: two, to: one, grams: topUp },
    ],
    clearing: [
      { ...haul, key: `${year}-kept-back`, at: `${year + 1}-07-08T10:00`, from: kept, to: partners.homeFarm, grams: part(unmanured, 199, 200), empties: true },
      { ...haul, key: `${year}-rest-2`, at: `${year + 1}-07-10T10:00`, from: two, to: partners.cornMerchant, sold: true, grams: part(restOfTwo, 99, 100), empties: true },
      { ...haul, key: `${year}-rest-1`, at: `${year + 1}-07-12T10:00`, from: one, to: partners.cornMerchant, sold: true, grams: part(restOfOne, 99, 100), empties: true },
    ],
  }
}

/** Straw is sold by half, and kept for three years: each harvest has a bay of its own until then. */
function planStraw(year: number, plots: Plot[]): { steps: Step[]; clearing: Step[] } {
  const barn: Parcel = { bay: strawBays[year % STRAW_BAYS] ?? 'Straw bay 1', year }
  const straw = sumOf(plots, 'straw')
  const half = part(straw, 1, 2)
  const haul = { kind: 'haul', from: barn, to: partners.strawDealer, empties: false } as const
  return {
    steps: [
      { kind: 'harvest', key: `${year}-straw`, at: `${year}-08-27T18:00`, crop: 'straw', to: barn, loads: loadsOf(plots, 'straw') },
      { ...haul, key: `${year}-straw-sale`, at: `${year}-12-12T12:00`, sold: true, grams: half },
    ],
    clearing: [
      {
        ...haul,
        key: `${year}-straw-rest`,
        at: `${year + STRAW_BAYS}-07-15T12:00`,
        to: partners.homeFarm,
        sold: false,
        grams: part(straw - half, 9, 10),
        empties: true,
      },
    ],
  }
}

function loadsOf(plots: Plot[], crop: Crop): Harvest['loads'] {
  return plots.map(({ plot, grams }) => ({ plot, grams: grams[crop] }))
}
