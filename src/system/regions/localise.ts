import type { Language } from '../../http/serve/preferred-language.ts'
import { servedNames } from '../commodities/served-names.ts'

/** Regions with what they are called in a language besides; most are called the same in all. */
export function regionsIn<Each extends { iso: string }>(language: Language, regions: readonly Each[]) {
  const { fieldOf } = servedNames(language)
  return regions.map((region) => ({ ...region, ...fieldOf('regions', region.iso) }))
}
