import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/client.ts'
import type { DefaultSpecification } from '../api/operations.ts'
import { languageNow } from '../i18n/language.ts'
import type { Limits } from './limits.ts'

const DAY_MS = 86_400_000

/** A measure that may be taken of a grain, and the limits of its grade. */
export interface Measure extends Limits {
  name: string
  /** Name in the reader's language, if the catalogue knows it. */
  label?: string | undefined
  unit: string
}

/** Queries the specifications for the grades of a grain. */
export const specificationsQuery = (grain: { id: number; type: number } | undefined) =>
  queryOptions({
    // Its names come in the language of whoever asks.
    queryKey: ['specifications', grain?.id, grain?.type, languageNow()],
    enabled: grain !== undefined && grain.id > 0,
    meta: { kept: true },
    staleTime: DAY_MS,
    queryFn: () =>
      ask('GET /api/inventory/commodities/{id}/specifications', {
        path: { id: String(grain?.id ?? 0) },
        query: grain ? { commodityType: grain.type } : {},
      }),
  })

const MOISTURE: Measure = { name: 'Moisture', unit: '%', min: 0, max: 0 }

/** Moisture first, since a load is dried by it. What only other grades ask is measured as well, and no limit is told of it. */
export function measuresOf(specifications: DefaultSpecification[], gradeId: number): Measure[] {
  const asked = (isOfGrade: boolean) =>
    specifications
      .filter(({ commodity }) => (commodity.grade.id === gradeId) === isOfGrade)
      .flatMap(({ measures }) => measures)
  const named = new Map<string, Measure>([[MOISTURE.name, MOISTURE]])
  for (const {
    specification: { name, names, unit },
  } of asked(false))
    if (!named.has(name)) named.set(name, { name, label: names?.[languageNow()], unit, min: 0, max: 0 })
  for (const {
    specification: { name, names, unit },
    min,
    max,
    moistureBasis,
  } of asked(true))
    named.set(name, { name, label: names?.[languageNow()], unit, min, max, moistureBasis })
  return [...named.values()]
}
