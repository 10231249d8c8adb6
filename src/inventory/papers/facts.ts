/**
 * Facts on papers: figures in kilograms, moments in ISO 8601, names as they were when it was first printed. A fact whose name depends on
 * the language, such as a commodity, has its id beside it. Stored as JSON.
 */

export interface Grain {
  commodityId: number
  commodity: string
  type: string
  grade: string
  variety: string
  harvestYear: string
}

/** Issuer of the paper. */
export interface Issuer {
  name: string
  /** Country whose words are used for things. */
  countryISO: string
  timeZone: string
  /** Of its weights; left out where it is kilograms. */
  unit?: 'lb'
  /** The letterhead it was printed with; left out of what was printed before there were any, and of what has none. */
  letterhead?: number
}

/** A part of a lorry's load: what came out of, or went into, one bay. */
export interface LoadPart {
  movementId: number
  from: string
  to: string
  grain: Grain
  /** Kilograms; null where nobody knows it yet. */
  weight: number | null
}

/** A lorry and its load, as a ticket shows it. */
export interface LoadFacts {
  issuer: Issuer
  /** The numbers of its movements, as on paper. */
  number: string
  kind: 'in' | 'out' | 'field' | 'between'
  status: 'incomplete' | 'complete' | 'deleted'
  happenedAt: string
  reference: string
  vehicle: string
  driver: string
  from: string
  to: string
  /** Kilograms; null where nobody weighed. */
  full: number | null
  empty: number | null
  net: number | null
  parts: LoadPart[]
  /** Of a load that came in: whose it is, and the contract it is stored under; left out of tickets that were printed before. */
  owner?: string
  storedUnder?: string
  /** Measurements of it when it came in or left. */
  measured: { name: string; value: number; metric: string }[]
  drying?: { moisture: number; agreed: number; lossWeight: number; netWeight: number } | undefined
}

export interface PassportFacts extends LoadFacts {
  contractReference: string
  /** Stores in which it lay, as far as the book shows. */
  stores: {
    name: string
    address: string
    notes: { reasonId: number; reason: string; note: string; at: string }[]
  }[]
  /** Origins that it is made of, heaviest first. */
  origins: { name: string; variety: string; weight: number; share: number; at: string }[]
  originsLeftOut: number
  /** Loads that the lorry carried for this organisation before. */
  earlierLoads: { at: string; commodityId: number; commodity: string }[]
}

/** A line of a recall sheet: where grain came from, or where it went. */
export interface RecallLine {
  type: string
  name: string
  reasonId: number
  reason: string
  movementId: number
  at: string
  variety: string
  vehicle: string
  driver: string
  reference: string
  weight: number
  share: number
}

export interface RecallSection {
  /** Subject of the section: a load, a parcel or a crop. */
  about: 'load' | 'stock' | 'crop'
  name: string
  place: string
  weight: number
  /** The loads that came into it, one by one; left out of sheets that were printed before there were any. */
  loads?: RecallLine[]
  madeOf: RecallLine[]
  wentTo: RecallLine[]
}

export interface RecallFacts {
  issuer: Issuer
  name: string
  at: string
  sections: RecallSection[]
  leftOut: number
}

export interface StatementLine {
  at: string
  kind: 'opening' | 'in' | 'harvest' | 'out' | 'loss' | 'gain' | 'from-others' | 'to-others'
  movementId: number
  party: string
  reasonId: number
  reason: string
  payer: '' | 'owner' | 'storer'
  vehicle: string
  reference: string
  /** Kilograms, negative for what went. */
  change: number
}

export interface StatementGroup {
  grain: Grain
  storer: string
  opening: number
  closing: number
  cameIn: number
  wentOut: number
  lost: number
  found: number
  lines: StatementLine[]
}

export interface StatementFacts {
  issuer: Issuer
  owner: string
  from: string
  at: string
  groups: StatementGroup[]
  leftOut: number
}

export interface StockLine {
  grain: Grain
  owner: string
  isOwn: boolean
  storer: string
  store: string
  bay: string
  weight: number
}

/** Kilograms. Papers of before have no offers and shortages apart. */
export interface StockSums {
  owned: number
  stored: number
  offered?: number
  short?: number
}

export interface StockFacts {
  issuer: Issuer
  at: string
  totals: StockSums
  perCommodity: (StockSums & { commodityId: number; commodity: string })[]
  lines: StockLine[]
  leftOut: number
}

export interface CountFacts {
  issuer: Issuer
  at: string
  stores: {
    name: string
    bays: { name: string; lots: { grain: Grain; owner: string; weight: number }[] }[]
  }[]
  leftOut: number
}

/** The facts of each kind of paper that is kept. */
export interface FactsOf {
  ticket: LoadFacts
  passport: PassportFacts
  recall: RecallFacts
  statement: StatementFacts
  stock: StockFacts
}
export type PaperKind = keyof FactsOf
