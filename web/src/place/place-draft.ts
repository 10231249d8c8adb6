import type { AddressSearchResult, Location } from '../api/operations.ts'
import { readCoordinates, type Point } from './coordinates.ts'

/** Way in which a place came to be known, with its answer's evidence of how exact it is. */
export type PlaceFinding = { isCorrected?: boolean } & (
  | ({ by: 'search'; typed: string } & Pick<AddressSearchResult, 'type' | 'source' | 'isExact'>)
  | { by: 'point' }
  | { by: 'device'; metres: number }
  | { by: 'words' }
  | { by: 'hand' }
)

/** A place while a form is filled in: what is typed, and what was told of it. */
export interface PlaceDraft {
  typed: string
  /** Null where nothing is known. */
  location: Location | null
  /** Null of a place that was stored before. */
  told: PlaceFinding | null
}

/** The draft of a place that is stored; of none, an empty one. */
export const draftOf = (location?: Location): PlaceDraft => ({
  typed: '',
  location: location && isKnown(location) ? location : null,
  told: null,
})

/** True if anything is known of a place but its country. */
function isKnown({ threeWords, coordinates, address }: Location): boolean {
  const { countryName: _name, countryISO: _iso, ...lines } = address
  return threeWords !== '' || coordinates !== null || Object.values(lines).some((line) => line !== '')
}

/** True if two drafts mean one place, however it was found. */
export const isSamePlace = (one: PlaceDraft, other: PlaceDraft): boolean =>
  JSON.stringify(writtenIn(one)) === JSON.stringify(writtenIn(other))

const writtenIn = ({ location, typed }: PlaceDraft) => location ?? typed.trim()

/** A place as a new field or store gets it: what was typed and not found is kept as it is written; where nothing is said, the country. */
export function locationIn(place: PlaceDraft, countryISO: string) {
  return placeOfDraft(place, countryISO) ?? { address: { countryISO } }
}

/** A place that is changed: as it was found, else as it was typed; null where it is taken away. */
export function placeOfDraft({ location, typed }: PlaceDraft, countryISO: string) {
  const name = typed.trim()
  return location ?? (name === '' ? null : { address: { countryISO, name } })
}

/** A location with a part of its address set by hand. */
export function withAddress(
  location: Location | null,
  part: Partial<Location['address']>,
  countryISO: string,
): Location {
  const { threeWords = '', coordinates = null } = location ?? {}
  const address = location?.address ?? { ...noAddress, countryISO }
  return { threeWords, coordinates, address: { ...address, ...part } }
}

const noAddress: Location['address'] = {
  name: '',
  line1: '',
  line2: '',
  line3: '',
  city: '',
  region: '',
  regionISO: '',
  postcode: '',
  countryName: '',
  countryISO: '',
}

/** A place in a line: the lines of its address, each once. */
export function sayAddress({ address }: Location): string {
  const { name, line1, line2, line3, city, region, postcode, countryName } = address
  const lines = [name, line1, line2, line3, city, region, postcode, countryName]
  return [...new Set(lines.filter((line) => line !== ''))].join(', ')
}

/** Request that a text makes: the place at a point, the place of three words, or places of that name. */
export type TypedPlace =
  | { kind: 'point'; point: Point }
  /** Three words that could as well be a name, such as Bury St Edmunds, are not sure. */
  | { kind: 'words'; words: string; isSure: boolean }
  | { kind: 'name' }

/** Reads what is typed into the field of a place. */
export function readTyped(text: string): TypedPlace {
  const typed = text.trim()
  const point = readCoordinates(typed)
  if (point) return { kind: 'point', point }
  const words = typed.replace(/^\/{1,3}\s*/, '')
  const isDotted = /^[\p{L}\p{M}'’-]+(?:[.。・][\p{L}\p{M}'’-]+){2}$/u.test(words)
  if (words !== '' && (words !== typed || isDotted)) return { kind: 'words', words, isSure: true }
  return /^[a-z]+(?:[\s-]+[a-z]+){2}$/i.test(typed)
    ? { kind: 'words', words: typed, isSure: false }
    : { kind: 'name' }
}
