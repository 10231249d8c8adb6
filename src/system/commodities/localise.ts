import type { Language } from '../../words/languages.ts'
import { findGrade } from './catalogue.ts'
import type { Commodity, DefaultSpecification } from './schema.ts'
import { servedNames, type ServedNames } from './served-names.ts'

/**
 * Commodities with what they, their types, grades, tags and units are called in a language besides. What was worked out for a list that
 * is still in memory is given out again.
 */
export function commoditiesIn(language: Language, commodities: readonly Commodity[]): Commodity[] {
  return commodities.map((element) => {
    const known = localised.get(element) ?? new Map<Language, Commodity>()
    localised.set(element, known)
    const made = known.get(language) ?? commodityIn(servedNames(language, element.countryISO), element)
    known.set(language, made)
    return made
  })
}

const localised = new WeakMap<Commodity, Map<Language, Commodity>>()

function commodityIn({ fieldOf, isEmpty }: ServedNames, element: Commodity): Commodity {
  if (isEmpty) return element
  const weightOf = (weight: Commodity['defaultWeight']) => ({ ...weight, ...fieldOf('units', weight.name) })
  return {
    ...element,
    defaultWeight: weightOf(element.defaultWeight),
    weighbridgeWeight: weightOf(element.weighbridgeWeight),
    items: element.items.map((item) => ({
      ...item,
      ...fieldOf('commodities', item.id),
      weight: weightOf(item.weight),
      types: item.types.map((type) => ({
        ...type,
        ...fieldOf('types', type.id, type.name),
        grades: type.grades.map((grade) => ({ ...grade, ...fieldOf('labels', grade.name) })),
      })),
      tags: item.tags.map((tag) => ({ ...tag, ...fieldOf('tags', tag.id) })),
    })),
  }
}

/** Specifications with what their commodity, type, grade and measures are called in a language besides. */
export function specificationsIn(
  language: Language,
  specifications: readonly DefaultSpecification[],
): DefaultSpecification[] {
  return specifications.map(({ commodity, measures }) => {
    const { fieldOf } = servedNames(language, findGrade(commodity.grade.id)?.countryISO)
    const { type, grade } = commodity
    return {
      commodity: {
        ...commodity,
        ...fieldOf('commodities', commodity.id),
        type: { ...type, ...fieldOf('types', type.id, type.name) },
        grade: { ...grade, ...fieldOf('labels', grade.name) },
      },
      measures: measures.map(({ specification, ...limits }) => ({
        ...limits,
        specification: { ...specification, ...fieldOf('measures', specification.id) },
      })),
    }
  })
}
