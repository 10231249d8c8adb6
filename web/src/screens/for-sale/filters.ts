import type { ShortRecord } from '../../api/operations.ts'
import { ANY, defineFilters, IDS, NUMBERS, several, type FiltersOf } from '../../stock/filters.ts'
import { plain } from '../../ui/plain.ts'

/** The filters that are offered, in their order, as the service calls them. */
export const offerFilters = defineFilters(
  {
    'f:status': several(/active|empty/),
    'f:commodity': NUMBERS,
    'f:commodityGrade': NUMBERS,
    'f:commodityVariety': ANY,
    'f:harvestYear': ANY,
    'f:businessUnitIds': IDS,
    'f:tags': ANY,
  },
  ['name', 'harvestYear', 'weight'],
)
export type OfferFilters = FiltersOf<typeof offerFilters>

/** Names the grain of an offer, in words. */
export const grainOfOffer = ({ commodity }: Pick<ShortRecord, 'commodity'>) =>
  [commodity.commodity.name, commodity.grade.name, commodity.variety].filter(Boolean).join(' · ')

/** The offers that say all the words of a text, by their name, grain, year or tags. */
export function offersSaying<Offer extends Pick<ShortRecord, 'name' | 'commodity' | 'harvestYear' | 'tags'>>(
  offers: Offer[],
  text: string,
): Offer[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return offers
  return offers.filter((offer) => {
    const said = plain([offer.name, grainOfOffer(offer), offer.harvestYear, ...offer.tags].join(' '))
    return words.every((word) => said.includes(word))
  })
}

/** Filters for holders of grain: commodity and type, with a point between, or the commodity alone; a grade; regions by their codes. */
export const holderFilters = defineFilters(
  {
    grain: /^\d{1,9}(\.\d{1,9})?$/,
    grade: /^\d{1,9}$/,
    region: several(/[A-Z]{2}-[A-Z\d]{1,3}/i),
  },
  [],
)

export interface HolderFilters {
  /** '' is any. */
  grain: string
  /** '0' is any. */
  grade: string
  regions: string | undefined
}

/** Returns the query from the filters that are set: a grade counts only with a grain. */
export function holdersAsked({
  set: { grain = '', grade, region },
}: FiltersOf<typeof holderFilters>): HolderFilters {
  return { grain, grade: (grain && grade) || '0', regions: region }
}
