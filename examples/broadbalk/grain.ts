import { part, sumOf, type Plot } from './file.ts'
import { partners, reasons, type Haul, type Parcel, type Step } from './steps.ts'

const PLOTS_TO_BAY_1 = 9

/** How much of a season's grain goes where, in grams: its figures, and fractions of them. */
interface Amounts {
  first: Plot[]
  second: Plot[]
  /** A neighbour's crop, as large as that of the plot that is never manured. */
  kept: number
  bought: number
  seed: number
  seedSown: number
  seedBack: number
  estimatedSale: number
  netSale: number
  copies: number
  cleaned: number
  milled: number
  toppedUp: number
}

function amountsOf(plots: Plot[], isSaleDoubled: boolean): Amounts {
  const [first, second] = [plots.slice(0, PLOTS_TO_BAY_1), plots.slice(PLOTS_TO_BAY_1)]
  const [inOne, inTwo] = [sumOf(first, 'grain'), sumOf(second, 'grain')]
  const kept = plots.find(({ plot }) => plot === 'P03')?.grams.grain ?? 0
  const seed = part(inTwo, 1, 10)
  const estimatedSale = part(inOne, 1, 6)
  return {
    first,
    second,
    kept,
    bought: part(kept, 1, 2),
    seed,
    seedSown: part(seed, 8, 10),
    seedBack: part(seed, 1, 10),
    estimatedSale,
    netSale: part(estimatedSale, 99, 100),
    copies: isSaleDoubled ? 2 : 1,
    cleaned: part(inTwo, 1, 100),
    milled: part(inTwo, 1, 5),
    toppedUp: part(inTwo, 1, 4),
  }
}

/** Two bays of grain, a bin of seed, and a bay in which a neighbour's grain is kept. */
export function planGrain(
  year: number,
  plots: Plot[],
  isSaleDoubled: boolean,
): { steps: Step[]; clearing: Step[] } {
  const amounts = amountsOf(plots, isSaleDoubled)
  return {
    steps: [...arrivals(year, amounts), ...seedCorn(year, amounts), ...winter(year, amounts)],
    clearing: clearing(year, amounts),
  }
}

const one = (year: number): Parcel => ({ bay: 'Bay 1', year })
const two = (year: number): Parcel => ({ bay: 'Bay 2', year })
const seedBin = (year: number): Parcel => ({ bay: 'Seed bin', year })
const keptBay = (year: number): Parcel => ({ bay: 'Kept for others', year })
const usually = { kind: 'haul', sold: false, empties: false } as const

function arrivals(year: number, { first, second, kept, bought }: Amounts): Step[] {
  const loadsOf = (plots: Plot[]) => plots.map(({ plot, grams }) => ({ plot, grams: grams.grain }))
  const harvest = { kind: 'harvest', crop: 'grain' } as const
  const intake = { kind: 'intake', at: `${year}-09-02T10:00` } as const
  return [
    { ...harvest, key: `${year}-grain-1`, at: `${year}-08-12T15:00`, to: one(year), loads: loadsOf(first) },
    { ...harvest, key: `${year}-grain-2`, at: `${year}-08-19T16:30`, to: two(year), loads: loadsOf(second) },
    { ...intake, key: `${year}-kept`, from: partners.homeFarm, owned: false, to: keptBay(year), grams: kept },
    {
      ...intake,
      key: `${year}-bought`,
      from: partners.cornMerchant,
      owned: true,
      to: one(year),
      grams: bought,
    },
  ]
}

/** Most of the seed is sown; a little comes back, and what the bin then still has in the books is written off. */
function seedCorn(year: number, { seed, seedSown, seedBack }: Amounts): Step[] {
  const back: Haul = {
    ...usually,
    key: `${year}-seed-left`,
    at: `${year}-10-28T17:00`,
    from: seedBin(year),
    to: two(year),
    grams: seedBack,
    lost: { grams: seedSown, reason: reasons.seedRetained },
    empties: true,
  }
  const out = {
    key: `${year}-seed`,
    at: `${year}-10-01T08:00`,
    from: two(year),
    to: seedBin(year),
    grams: seed,
  }
  return [{ ...usually, ...out }, back]
}

function winter(
  year: number,
  { estimatedSale, netSale, copies, milled, cleaned, toppedUp }: Amounts,
): Step[] {
  return [
    {
      kind: 'sale',
      key: `${year}-sale`,
      at: `${year}-11-03T09:30`,
      from: one(year),
      to: partners.cornMerchant,
      estimatedGrams: estimatedSale,
      netGrams: netSale,
      copies,
    },
    {
      ...usually,
      key: `${year}-milling`,
      at: `${year + 1}-01-10T09:00`,
      from: two(year),
      to: partners.mill,
      grams: milled,
      lost: { grams: cleaned, reason: reasons.cleaningLoss },
    },
    {
      ...usually,
      key: `${year}-top-up`,
      at: `${year + 1}-02-20T13:00`,
      from: two(year),
      to: one(year),
      grams: toppedUp,
    },
  ]
}

/** What goes weighs a little less than the books have; the rest is written off. */
function clearing(year: number, amounts: Amounts): Step[] {
  const { first, second, kept, bought, netSale, copies, toppedUp, seed, seedBack, cleaned, milled } = amounts
  const restOfOne = sumOf(first, 'grain') + bought - (1 + copies) * netSale + toppedUp
  const restOfTwo = sumOf(second, 'grain') - seed + seedBack - cleaned - milled - toppedUp
  const rest = { ...usually, empties: true }
  const sale = { ...rest, to: partners.cornMerchant, sold: true }
  const july = `${year + 1}-07`
  return [
    {
      ...rest,
      key: `${year}-kept-back`,
      at: `${july}-08T10:00`,
      from: keptBay(year),
      to: partners.homeFarm,
      grams: part(kept, 199, 200),
    },
    {
      ...sale,
      key: `${year}-rest-2`,
      at: `${july}-10T10:00`,
      from: two(year),
      grams: part(restOfTwo, 99, 100),
    },
    {
      ...sale,
      key: `${year}-rest-1`,
      at: `${july}-12T10:00`,
      from: one(year),
      grams: part(restOfOne, 99, 100),
    },
  ]
}
