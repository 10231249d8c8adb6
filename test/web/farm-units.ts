// What farms of three countries type and read on a day of wheat, reckoned here once more: by the law's pounds, bushels and acres, and with
// no help of the page's own code.

const POUND_KG = 0.453_592_37
/** A bushel of wheat is 60 pounds in America and in Canada. */
const BUSHEL_KG = 60 * POUND_KG
const ACRE_HA = 0.404_685_642_24

/** Kilograms are kept to the gram, hectares to the square metre. */
export const toGram = (kilograms: number) => Math.round(kilograms * 1000) / 1000
const toSquareMetre = (hectares: number) => Math.round(hectares * 10_000) / 10_000
export const pounds = (count: number) => toGram(count * POUND_KG)
export const bushels = (count: number) => toGram(count * BUSHEL_KG)
export const acres = (count: number) => toSquareMetre(count * ACRE_HA)

const figure = (value: number, fewest: number, most = fewest) =>
  value.toLocaleString('en-US', { minimumFractionDigits: fewest, maximumFractionDigits: most })

/** How a farm reads. */
export interface Reading {
  /** The unit of each, as labels name it. */
  units: { scale: string; stock: string; areas: string; yields: string; others: string }
  weighed(kilograms: number): string
  stock(kilograms: number): string
  /** Where figures have to add up. */
  exact(kilograms: number): string
  area(hectares: number): string
  perArea(kilograms: number, hectares: number): string
  /** What stands beside a heap, in another unit. */
  besides?(kilograms: number): string
  /** What would be a figure of another unit. */
  others: RegExp
  clock: RegExp
}

const american: Reading = {
  units: { scale: 'lb', stock: 'bu', areas: 'acres', yields: 'bu an acre', others: 'ton' },
  weighed: (kilograms) => `${figure(kilograms / POUND_KG, 0, 1)} lb`,
  stock: (kilograms) => `${figure(kilograms / BUSHEL_KG, 1)} bu`,
  exact: (kilograms) => `${figure(kilograms / BUSHEL_KG, 2)} bu`,
  area: (hectares) => `${figure(hectares / ACRE_HA, 0, 2)} ac`,
  perArea: (kilograms, hectares) => `${figure(kilograms / BUSHEL_KG / (hectares / ACRE_HA), 1)} bu/ac`,
  others: /\d\s?(kg|t|ha)\b|, (kg|t|ha)\b|\b(kg|t|bu)\/ha\b|hectare|kilogram|tonne/i,
  clock: /\b(1[0-2]|[1-9]):\d\d\s[AP]M\b/,
}

const inTonnes: Pick<Reading, 'weighed' | 'stock' | 'exact'> = {
  weighed: (kilograms) => `${figure(kilograms, 0, 3)} kg`,
  stock: (kilograms) => `${figure(kilograms / 1000, 2)} t`,
  exact: (kilograms) => `${figure(kilograms / 1000, 2, 6)} t`,
}

const canadian: Reading = {
  ...inTonnes,
  units: { scale: 'kg', stock: 't', areas: 'acres', yields: 'bu an acre', others: 't' },
  area: american.area,
  perArea: american.perArea,
  besides: american.stock,
  others: /\d\s?(lb|tons?|ha)\b|, (lb|ton|ha)\b|, bu\b(?!\/| an acre)|\b(kg|t|bu)\/ha\b|hectare|pound/i,
  clock: /\b(1[0-2]|[1-9]):\d\d\s[ap]\.m\./,
}

const australian: Reading = {
  ...inTonnes,
  units: { scale: 'kg', stock: 't', areas: 'hectares', yields: 't a hectare', others: 't' },
  area: (hectares) => `${figure(hectares, 0, 3)} ha`,
  perArea: (kilograms, hectares) => `${figure(kilograms / hectares / 1000, 2)} t/ha`,
  others: /\d\s?(lb|tons?|bu|ac)\b|, (lb|ton|bu|ac)\b|\/ac\b|acre|pound|bushel/i,
  clock: /\b(1[0-2]|[1-9]):\d\d\s[ap]m\b/,
}

/** A day on a farm: what is typed, and what that is in kilograms and hectares. */
export interface Farm {
  countryISO: string
  reads: Reading
  /** What each bay takes. */
  capacity: Typed
  area: Typed
  /** By the hectare or the acre. */
  yield: Typed & { perHectare: number }
  lorries: { plate: string; full: Typed; empty: Typed }[]
  move: Typed
  count: Typed
  contract: Typed
  /** What is left to cut. */
  left: Typed
}

interface Typed {
  typed: string
  is: number
}

const inPounds = (plate: string, full: number, empty: number): Farm['lorries'][number] => ({
  plate,
  full: { typed: `${full.toLocaleString('en-US')} lb`, is: pounds(full) },
  empty: { typed: `${empty.toLocaleString('en-US')} lb`, is: pounds(empty) },
})

const lorriesInPounds = [inPounds('KS 101', 80_000, 26_340), inPounds('KS 102', 62_340, 26_340)]
const sixtyBushels = { typed: '60 bu/ac', is: 60, perHectare: (60 * BUSHEL_KG) / ACRE_HA }

export const farms: [name: string, farm: Farm][] = [
  [
    'Prairie Farm in America',
    {
      countryISO: 'US',
      reads: american,
      capacity: { typed: '10,000 bu', is: bushels(10_000) },
      area: { typed: '80 ac', is: acres(80) },
      yield: sixtyBushels,
      lorries: lorriesInPounds,
      // Without a unit it is of the farm's.
      move: { typed: '500', is: bushels(500) },
      count: { typed: '499', is: bushels(499) },
      contract: { typed: '5,000', is: bushels(5000) },
      left: { typed: '20', is: acres(20) },
    },
  ],
  [
    'Maple Farm in Canada',
    {
      countryISO: 'CA',
      reads: canadian,
      capacity: { typed: '10,000 bu', is: bushels(10_000) },
      area: { typed: '80', is: acres(80) },
      yield: { ...sixtyBushels, typed: '60' },
      lorries: lorriesInPounds,
      move: { typed: '12.5', is: 12_500 },
      count: { typed: '12.48', is: 12_480 },
      contract: { typed: '5,000 bu', is: bushels(5000) },
      left: { typed: '20', is: acres(20) },
    },
  ],
  [
    'Gum Tree Farm in Australia',
    {
      countryISO: 'AU',
      reads: australian,
      capacity: { typed: '270', is: 270_000 },
      area: { typed: '80 ac', is: acres(80) },
      yield: { typed: '4.05', is: 4050, perHectare: 4050 },
      lorries: [
        {
          plate: 'NSW 101',
          full: { typed: '36.28 t', is: 36_280 },
          empty: { typed: '11,940', is: 11_940 },
        },
        inPounds('NSW 102', 62_340, 26_340),
      ],
      move: { typed: '12.5', is: 12_500 },
      count: { typed: '12.48', is: 12_480 },
      contract: { typed: '136', is: 136_000 },
      left: { typed: '8.5', is: 8.5 },
    },
  ],
]
