import type { ShortRecord } from '../../api/operations.ts'
import { facetFiltersOf, type FacetFilters } from '../../stock/facet-filters.ts'
import { plain } from '../../ui/plain.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const facetNames = [
  'f:status',
  'f:commodity',
  'f:commodityGrade',
  'f:commodityVariety',
  'f:harvestYear',
  'f:businessUnitIds',
  'f:tags',
] as const

const sortable = ['name', 'harvestYear', 'weight'] as const
export const sortableColumns: readonly string[] = sortable

export type OfferFilters = FacetFilters<(typeof facetNames)[number], (typeof sortable)[number]>

const isNumber = /^\d{1,9}$/
const isId = /^[\da-f-]{36}$/i
/** What one value can be, where the service takes less than any text. */
const shapes: Partial<Record<(typeof facetNames)[number], RegExp>> = {
  'f:status': /^(active|empty)$/,
  'f:commodity': isNumber,
  'f:commodityGrade': isNumber,
  'f:businessUnitIds': isId,
}

/** Reads an address: what it cannot mean is left out, whoever wrote the link. */
export function offerFiltersOf(search: Record<string, string>): OfferFilters {
  return facetFiltersOf(search, {
    names: facetNames,
    sortable,
    isMeant: (name, value) => value.split(',').every((each) => shapes[name]?.test(each) ?? true),
  })
}

/** What grain an offer is of, in words. */
export const grainOf = ({ commodity }: Pick<ShortRecord, 'commodity'>) =>
  [commodity.commodity.name, commodity.grade.name, commodity.variety].filter(Boolean).join(' · ')

/** The offers that say all the words of a text, by their name, grain, year or tags. */
export function offersSaying<Offer extends Pick<ShortRecord, 'name' | 'commodity' | 'harvestYear' | 'tags'>>(
  offers: Offer[],
  text: string,
): Offer[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return offers
  return offers.filter((offer) => {
    const said = plain([offer.name, grainOf(offer), offer.harvestYear, ...offer.tags].join(' '))
    return words.every((word) => said.includes(word))
  })
}

/** Whose grain is asked for. */
export interface HolderFilters {
  /** Commodity and type, with a point between, or the commodity alone; '' is any. */
  grain: string
  /** '0' is any. */
  grade: string
  /** Codes of regions, with commas between. */
  regions: string | undefined
}

/** Reads the address of those who have a grain. */
export function holderFiltersOf({
  grain = '',
  grade = '',
  region = '',
}: Record<string, string>): HolderFilters {
  const isGrain = /^\d{1,9}(\.\d{1,9})?$/.test(grain)
  return {
    grain: isGrain ? grain : '',
    grade: isGrain && isNumber.test(grade) ? grade : '0',
    regions: /^[A-Z]{2}-[A-Z\d]{1,3}(,[A-Z]{2}-[A-Z\d]{1,3})*$/i.test(region) ? region : undefined,
  }
}
