/** The demonstration farm: its fields, its bays, and the firms it deals with. Made up, and much like many. */

/** A commodity as an entry names it: by ids of the British catalogue. */
export interface DemoCommodity {
  id: number
  type: number
  grade: number
  variety: string
}

export interface DemoField {
  name: string
  areaHectares: number
  commodity: DemoCommodity
  sownOn: { month: number; day: number }
  expectedYieldKilogramsPerHectare: number
  /** The bay that the trailers tip into; undefined for a crop that lorries fetch from the field. */
  bay: BayName | undefined
  /** When the combine came, and how many loads it filled. */
  harvest: { month: number; day: number; loads: number; loadKilograms: number }
}

const WHEAT = { id: 1, type: 101 }
const WINTER_BARLEY = { id: 2, type: 201 }
const SPRING_BARLEY = { id: 2, type: 202 }
const RAPE = { id: 7, type: 701 }
const BEANS = { id: 9, type: 901 }

export const bays = {
  'Home 1': { store: 'Home Barn', capacity: { commodityId: WHEAT.id, weight: 400_000 } },
  'Home 2': { store: 'Home Barn', capacity: { commodityId: WHEAT.id, weight: 250_000 } },
  'Home 3': { store: 'Home Barn', capacity: { commodityId: WHEAT.id, weight: 350_000 } },
  'Hill 1': { store: 'Hill Store', capacity: { commodityId: WINTER_BARLEY.id, weight: 180_000 } },
  'Hill 2': { store: 'Hill Store', capacity: { commodityId: RAPE.id, weight: 120_000 } },
  'Hill 3': { store: 'Hill Store', capacity: { commodityId: WHEAT.id, weight: 200_000 } },
} as const
export type BayName = keyof typeof bays

export const stores = {
  'Home Barn': { city: 'Harpenden', region: 'Hertfordshire', regionISO: 'GB-HRT', countryISO: 'GB' },
  'Hill Store': { city: 'Redbourn', region: 'Hertfordshire', regionISO: 'GB-HRT', countryISO: 'GB' },
} as const
export type StoreName = keyof typeof stores

/** In the order of the harvest. The barley is tipped where the wheat will lie later, and moved in between. */
export const fields: DemoField[] = [
  {
    name: 'Brook Close',
    areaHectares: 15.8,
    commodity: { ...WINTER_BARLEY, grade: 1020102, variety: 'Bolton' },
    sownOn: { month: 9, day: 28 },
    expectedYieldKilogramsPerHectare: 8300,
    bay: 'Home 3',
    harvest: { month: 7, day: 14, loads: 9, loadKilograms: 13_900 },
  },
  {
    name: 'Pond Field',
    areaHectares: 22.7,
    commodity: { ...RAPE, grade: 1070101, variety: 'LG Armada' },
    sownOn: { month: 8, day: 21 },
    expectedYieldKilogramsPerHectare: 3700,
    bay: 'Hill 2',
    harvest: { month: 7, day: 25, loads: 7, loadKilograms: 11_800 },
  },
  {
    name: 'Church Field',
    areaHectares: 24.6,
    commodity: { ...WHEAT, grade: 1010101, variety: 'Skyfall' },
    sownOn: { month: 10, day: 6 },
    expectedYieldKilogramsPerHectare: 8400,
    bay: 'Home 1',
    harvest: { month: 8, day: 6, loads: 14, loadKilograms: 14_300 },
  },
  {
    name: 'Long Ground',
    areaHectares: 18.2,
    commodity: { ...WHEAT, grade: 1010101, variety: 'Crusoe' },
    sownOn: { month: 10, day: 9 },
    expectedYieldKilogramsPerHectare: 8200,
    bay: 'Home 1',
    harvest: { month: 8, day: 9, loads: 10, loadKilograms: 14_200 },
  },
  {
    name: 'Mill Piece',
    areaHectares: 21.4,
    commodity: { ...WHEAT, grade: 1010102, variety: 'KWS Extase' },
    sownOn: { month: 10, day: 2 },
    expectedYieldKilogramsPerHectare: 9000,
    bay: 'Home 2',
    harvest: { month: 8, day: 13, loads: 14, loadKilograms: 14_000 },
  },
  {
    name: 'Barn Hill',
    areaHectares: 31,
    commodity: { ...WHEAT, grade: 1010105, variety: 'KWS Dawsum' },
    sownOn: { month: 9, day: 30 },
    expectedYieldKilogramsPerHectare: 9600,
    bay: 'Home 3',
    harvest: { month: 8, day: 17, loads: 22, loadKilograms: 13_800 },
  },
  {
    name: 'Windmill Field',
    areaHectares: 19.5,
    commodity: { ...SPRING_BARLEY, grade: 1020201, variety: 'Diviner' },
    sownOn: { month: 3, day: 18 },
    expectedYieldKilogramsPerHectare: 6800,
    bay: undefined,
    harvest: { month: 8, day: 24, loads: 5, loadKilograms: 27_600 },
  },
  {
    name: 'Far Lawn',
    areaHectares: 17.3,
    commodity: { ...BEANS, grade: 1090101, variety: 'Vincent' },
    sownOn: { month: 10, day: 24 },
    expectedYieldKilogramsPerHectare: 4400,
    bay: 'Hill 2',
    harvest: { month: 9, day: 22, loads: 5, loadKilograms: 14_600 },
  },
]

/** Grain of a neighbour's, kept for them. */
export const storedForNeighbour = {
  owner: { id: 'brook-end', name: 'Brook End Farm' },
  commodity: { ...WHEAT, grade: 1010104, variety: 'LG Skyscraper' },
  bay: 'Hill 3' as BayName,
}

export const buyers = {
  mill: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
  maltings: { organisationId: 'town-maltings', organisationName: 'Town Maltings' },
  crusher: { organisationId: 'estuary-oilseeds', organisationName: 'Estuary Oilseeds' },
  beans: { organisationId: 'county-pulses', organisationName: 'County Pulses' },
}
export type Buyer = keyof typeof buyers
