import type { GridPoint } from './grid-rules.ts'
import type { Address, AddressSearchResult } from './schema.ts'

/** A search for places; '' for anything it leaves open. */
export interface PlaceSearch {
  query: string
  /** Of a container. */
  id: string
  countryISO: string
  /** The caller’s own country, whose places come first. */
  homeISO?: string
}

/** Coordinates are undefined where the provider does not tell them. */
export interface FoundAddress {
  address: Address
  coordinates: GridPoint | undefined
}

/**
 * Somebody who knows places, asked over the network. Each does what it can. Undefined and [] say that there is no such
 * thing; a provider that cannot answer throws, and somebody else is asked. Ids are its own, behind its name and a colon.
 */
export interface Provider {
  /** As in `source` of a search result. */
  readonly source: string
  pointOfWords?(words: string): Promise<GridPoint | undefined>
  wordsAt?(point: GridPoint): Promise<string | undefined>
  addressAt?(point: GridPoint): Promise<Address | undefined>
  search?(search: PlaceSearch): Promise<AddressSearchResult[]>
  /** Looks only into the container of its own that is named, or lists what it holds; left out where it gives out no containers. */
  searchWithin?(search: PlaceSearch): Promise<AddressSearchResult[]>
  find?(id: string): Promise<FoundAddress | undefined>
  /** Reads an id by itself where the provider cannot be asked: gives its place, or which of our own ids means the same. */
  told?(id: string): { point: GridPoint } | { id: string } | undefined
}
