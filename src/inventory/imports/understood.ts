import type { Actor } from '../../http/actor.ts'
import type { CommodityInput } from '../records/bodies.ts'
import { findGrade } from '../../system/commodities/catalogue.ts'
import { hectaresOf, kilogramsOf, type Measured, type Understood } from '../../system/imports/imports.ts'
import { commodityNameFor, typeNameFor, gradeNameFor } from '../../system/commodities/served-names.ts'

/** Rows as they were understood, for people to look at before anything is stored. */

/** A weight as the row has it, and in kilograms where they are known. */
export function understoodWeight(weight: Measured | undefined, kilograms: number | undefined): Understood {
  return { ...(weight && { weight }), ...(kilograms !== undefined && { weightKilograms: kilograms }) }
}

export function understoodArea(area: Measured | undefined): Understood {
  return area ? { area, areaHectares: hectaresOf(area) } : {}
}

export function understoodYield(
  measured: Measured | undefined,
  { countryISO }: Pick<Actor, 'countryISO'>,
  commodityId: number | undefined,
): Understood {
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
): Understood {
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
export function saidWords(words: Record<string, string | undefined>): Understood {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined && word !== ''))
}
