import type { Actor } from '../../http/actor.ts'
import type { CommodityInput } from '../records/bodies.ts'
import { findGrade } from '../../system/commodities/catalogue.ts'
import {
  hectaresOf,
  kilogramsOf,
  type MeasuredColumn,
  type UnderstoodSchema,
} from '../../system/imports/imports.ts'
import { commodityNameFor, typeNameFor, gradeNameFor } from '../../system/commodities/served-names.ts'

/** Rows as they were understood, for people to look at before anything is stored. */

/** A weight as the row has it, and in kilograms where they are known. */
export function understoodWeight(
  weight: MeasuredColumn | undefined,
  kilograms: number | undefined,
): UnderstoodSchema {
  return { ...(weight && { weight }), ...(kilograms !== undefined && { weightKilograms: kilograms }) }
}

export function understoodArea(area: MeasuredColumn | undefined): UnderstoodSchema {
  return area ? { area, areaHectares: hectaresOf(area) } : {}
}

export function understoodYield(
  measured: MeasuredColumn | undefined,
  { countryISO }: Pick<Actor, 'countryISO'>,
  commodityId: number | undefined,
): UnderstoodSchema {
  const kilograms = measured && kilogramsOf(measured, countryISO, commodityId)
  return {
    ...(measured && { yield: measured }),
    ...(kilograms !== undefined && { yieldKilogramsPerHectare: kilograms }),
  }
}

/** A commodity by the names that the caller's country and language have for it. */
export function understoodCommodity(
  actor: Pick<Actor, 'countryISO' | 'language'>,
  { id, type, grade, variety }: CommodityInput,
  harvestYear: string | undefined,
): UnderstoodSchema {
  const name = commodityNameFor(actor, id)
  const itsType = typeNameFor(actor, type)
  const itsGrade = grade === undefined || grade === null ? undefined : findGrade(grade)?.name
  const gradeName = itsGrade === undefined ? undefined : gradeNameFor(actor, itsGrade)
  return {
    ...(name !== undefined && { commodity: name }),
    ...(itsType !== undefined && { type: itsType }),
    ...(gradeName !== undefined && { grade: gradeName }),
    ...(variety !== undefined && variety !== null && { variety }),
    ...(harvestYear !== undefined && { harvestYear }),
  }
}

/** Picks a row's words from these: those that are empty are left out. */
export function statedWords(words: Record<string, string | undefined>): UnderstoodSchema {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined && word !== ''))
}
