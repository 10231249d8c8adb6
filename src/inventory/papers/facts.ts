import type { WeightNamed } from '../../words/stock-terms.ts'
import type { WeightMark } from '../readings/rules.ts'
import type { HowMeasured } from '../stocktakes/how-measured.ts'
import type { ChargesFacts } from './charges-facts.ts'
import type { Issuer } from './issuer.ts'
import type { StockUnit } from './stock-unit.ts'

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
  /** The number of its ticket; empty until it is weighed or completed. */
  number: string
  /** The numbers by which its movements are kept, where the ticket has none yet. */
  entry?: string
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
  /** Sources of these weights, as far as anybody stated them; left out of what was printed before. */
  sources?: WeightNamed[]
  parts: LoadPart[]
  /** Of a load that came in: whose it is, and the contract it is stored under; left out of tickets that were printed before. */
  owner?: string
  storedUnder?: string
  /** Of a load under contracts to buy or to sell: what they are called; left out where there is none, and of what was printed before. */
  contract?: string
  /** The true day of a load that was entered late. */
  lateOf?: string
  /** Measurements of it when it came in or left. */
  measured: { name: string; value: number; metric: string }[]
  /** Why it went although something was on hold; left out where nothing was. */
  holdOverride?: string | undefined
  drying?: { moisture: number; agreed: number; lossWeight: number; netWeight: number } | undefined
}

export interface PassportFacts extends LoadFacts {
  contractReference: string
  /** Stores in which it lay, as far as the book shows. */
  stores: {
    name: string
    address: string
    notes: { reasonId: number; reason: string; note: string; at: string }[]
    /** Fumigations of the bay or the parcel; left out of passports that were printed before. */
    fumigations?: { product: string; dose: string; at: string; airedAt: string }[]
  }[]
  /** Origins that it is made of, heaviest first. */
  origins: { name: string; variety: string; weight: number; share: number; at: string }[]
  originsLeftOut: number
  /** The haulier, with the numbers by which they are assured on its day; left out where nobody is known, and of what was printed before. */
  haulier?: { name: string; numbers: string[] }
  /** Loads that the lorry carried for this organisation before. */
  earlierLoads: { at: string; commodityId: number; commodity: string }[]
}

/** Marks of a load in a list; left out where it has none, and of what was printed before. */
export interface LoadMarks {
  marks?: WeightMark[]
  /** Why it went although something was on hold. */
  holdOverride?: string
}

/** A line of a recall sheet: where grain came from, or where it went. */
export interface RecallLine extends LoadMarks {
  type: string
  name: string
  reasonId: number
  reason: string
  movementId: number
  /** Of its ticket; left out of what was printed before it stood here. */
  number?: string
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

export interface StatementLine extends LoadMarks {
  at: string
  kind: 'opening' | 'in' | 'harvest' | 'out' | 'loss' | 'gain' | 'from-others' | 'to-others'
  movementId: number
  /** Of its ticket; left out of what was printed before there were series. */
  number?: string
  party: string
  reasonId: number
  reason: string
  payer: '' | 'owner' | 'storer'
  vehicle: string
  reference: string
  /** Kilograms, negative for what went. */
  change: number
  /** The true day of a load that was entered late. */
  happenedAt?: string
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

/**
 * A commodity over a time, and whose the rest of it is: opening + inOwn + inOthers − out − lost + found is closing, and owned + ofOthers is
 * closing too. Grams where the register is computed.
 */
export interface RegisterSums {
  opening: number
  inOwn: number
  inOthers: number
  out: number
  lost: number
  found: number
  closing: number
  owned: number
  ofOthers: number
  /** Of others', what lies there under a storage contract that runs at its end. */
  underContract: number
}

export interface PeriodLineFacts {
  grain: Grain
  owner: string
  isOwn: boolean
  store: string
  bay: string
  opening: number
  cameIn: number
  wentOut: number
  /** From other bays, less what went to others. */
  moved: number
  lost: number
  found: number
  closing: number
}

export interface PeriodFacts {
  issuer: Issuer
  /** Empty where it begins with the books. */
  from: string
  /** Its last moment. */
  at: string
  note: string
  ledgerHash: string
  /** The head of the audit log; left out where it had none yet. */
  auditHead?: string
  totals: (RegisterSums & { commodityId: number; commodity: string })[]
  lines: PeriodLineFacts[]
  losses: {
    kind: 'loss' | 'gain'
    commodityId: number
    commodity: string
    reasonId: number
    reason: string
    payer: '' | 'owner' | 'storer'
    weight: number
  }[]
  earlier: { loads: number; cameIn: number; wentOut: number }
  /** Items that were still open when it was closed. */
  open: { kind: 'yard' | 'unweighed' | 'settlements' | 'uncounted' | 'conflicts'; count: number }[]
  leftOut: number
}

export interface RegisterFacts {
  issuer: Issuer
  from: string
  at: string
  /** Empty of all stores together. */
  store: string
  commodities: {
    commodityId: number
    commodity: string
    total: RegisterSums
    /** At noon of each day. */
    days: (RegisterSums & { at: string })[]
  }[]
}

/** Not kept: a form to fill in, in the units in which stock is read. */
export interface CountFacts {
  issuer: Issuer
  at: string
  /** Of an empty bay. */
  unit: StockUnit
  stores: {
    name: string
    bays: { name: string; lots: { grain: Grain; owner: string; weight: number; unit: StockUnit }[] }[]
  }[]
  leftOut: number
  /** Leaves out the book. */
  isBlind?: boolean
  /** The session that it is of. */
  session?: { name: string; isBlind: boolean }
}

/** The certificate of a stock-take. Kilograms. */
export interface StocktakeFacts {
  issuer: Issuer
  name: string
  cutOff: string
  isBlind: boolean
  tolerance: { percent: number | null; weight: number | null }
  approvedAt: string
  approvedBy: string
  countedBy: string[]
  totals: { book: number; counted: number; variance: number }
  variances: { owner: string; reasonId: number; reason: string; found: number; lost: number }[]
  lines: {
    store: string
    bay: string
    grains: Grain[]
    /** Others whose grain it is. */
    owners: string[]
    book: number
    counted: number | null
    variance: number | null
    reasonId: number
    reason: string
    /** Null where the count is of the cut-off. */
    datedAt: string | null
    countedBy: string
    countedAt: string | null
    counts: number
    leftOut: string | null
  }[]
  ledgerHash: string
  /** The head of the audit log; left out where it had none yet. */
  auditHead?: string
  /** Each count that says how it was made, has a note, or is one of several of its bay; left out of what was printed before. */
  counts?: CountOnPaper[]
}

export interface CountOnPaper {
  store: string
  bay: string
  countedBy: string
  countedAt: string
  weight: number
  how: HowMeasured | null
  note: string
}

/** Bay checks of a store over a time, not kept. Degrees Celsius, and moisture in per cent; null where nobody looked. */
export interface ChecksFacts {
  issuer: Issuer
  store: string
  /** Empty where it begins with the first check. */
  from: string
  at: string
  limits: {
    everyDays: number | null
    temperature: number | null
    rise: number | null
    moisture: number | null
  }
  /** In the order of time. */
  checks: {
    at: string
    bay: string
    hottest: number | null
    probes: number
    moisture: number | null
    insects: 'none' | 'few' | 'many' | null
    smell: 'sound' | 'musty' | 'sour' | 'foreign' | null
    rodents: 'none' | 'traces' | 'seen' | null
    alarms: ('temperature' | 'rise' | 'moisture' | 'insects' | 'smell' | 'rodents')[]
    note: string
    by: string
  }[]
  /** The oldest ones. */
  leftOut: number
}

/** The facts of each kind of paper that is kept. */
export interface FactsOf {
  ticket: LoadFacts
  passport: PassportFacts
  recall: RecallFacts
  statement: StatementFacts
  stock: StockFacts
  stocktake: StocktakeFacts
  /** Of a closed period. */
  books: PeriodFacts
  charges: ChargesFacts
}
export type PaperKind = keyof FactsOf
