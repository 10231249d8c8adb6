import type { ListsFile } from './files.ts'
import type { Commodity, CommodityKind } from './schema.ts'

/** Name for a parcel of several varieties; every list of varieties ends in it (rules.md §3). */
export const MIXED_VARIETY = 'Mixed'

/** The id of the type of a parcel of several types, which is called as a mixture of varieties is. */
export const MIXED_TYPE = 0

export interface CommodityEntry {
  readonly id: number
  readonly name: string
  readonly kind: CommodityKind
  /** Its other names; a country's own file uses the one that is right there. */
  readonly alsoCalled: readonly string[]
}

export interface TypeEntry {
  readonly id: number
  readonly name: string
  /** Names that a country may use instead. */
  readonly alsoCalled: readonly string[]
  readonly commodityId: number
}

export interface GradeEntry {
  readonly id: number
  readonly name: string
  /** 1 is best. Within a commodity of a country the same rank is the same grade name, in every type. */
  readonly rank: number
  readonly countryISO: string
  readonly commodityId: number
  readonly typeId: number
  /** Known varieties, without "Mixed"; any other name may be given too. */
  readonly varieties: readonly string[]
  /** Which list the varieties are from. */
  readonly list: string
}

/** A list of varieties, classes or limits: where it is from, and how old it is. */
export type ListEntry = Readonly<ListsFile[number]>

export interface TagEntry {
  readonly id: number
  readonly name: string
  /** Tags of one group keep stock apart (rules.md §3). */
  readonly segregation?: { readonly group: string; readonly key: string }
}

export interface Catalogue {
  commodities: Map<number, CommodityEntry>
  types: Map<number, TypeEntry>
  grades: Map<number, GradeEntry>
  tags: Map<number, TagEntry>
  /** Defaults where no tag sets another, by group, in the order of the groups' names. */
  defaultSegregation: Map<string, string>
  trees: Map<string, readonly Commodity[]>
  /** By `GB|1`: country and commodity. */
  items: Map<string, Commodity['items'][number]>
  lists: Map<string, ListEntry>
  /** By the id of a commodity or a type. */
  codes: Map<number, { EPPO?: string; HS?: string; alsoHS?: readonly string[]; Wikidata?: string }>
}
