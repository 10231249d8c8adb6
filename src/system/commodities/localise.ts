import type { Language } from '../../http/serve/preferred-language.ts'
import type { Commodity } from './schema.ts'
import { namesFiles } from './understand.ts'

/** Commodities with what they, their types, grades and tags are called in a language besides; English is `name` itself. */
export function commoditiesIn(language: Language, commodities: readonly Commodity[]): Commodity[] {
  const {
    commodities: ofCommodities = {},
    labels = {},
    tags: ofTags = {},
  } = namesFiles().get(language)?.names ?? {}
  const field = (name: string | undefined) => (name === undefined ? {} : { names: { [language]: name } })
  return commodities.map((element) => ({
    ...element,
    items: element.items.map((item) => ({
      ...item,
      ...field(ofCommodities[String(item.id)]),
      types: item.types.map((type) => ({
        ...type,
        ...field(labels[type.name]),
        grades: type.grades.map((grade) => ({ ...grade, ...field(labels[grade.name]) })),
      })),
      tags: item.tags.map((tag) => ({ ...tag, ...field(ofTags[String(tag.id)]) })),
    })),
  }))
}
