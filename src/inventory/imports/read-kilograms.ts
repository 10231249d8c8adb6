import type { Actor } from '../../http/actor.ts'
import {
  kilogramsOf,
  problemAt,
  type MeasuredColumn,
  type Problem,
  type Row,
} from '../../system/imports/imports.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Reads a cell in kilograms, or in kilograms per hectare; a problem where it has bushels and the commodity is not weighed
 * in them. Where the commodity is not known there is a problem already, and none is added.
 */
export function readKilograms<Column extends string>(
  row: Row & { values: { [Name in Column]?: MeasuredColumn } },
  column: Column,
  { countryISO }: Pick<Actor, 'countryISO'>,
  commodityId: number | undefined,
): { kilograms: number | undefined; problems: Problem[] } {
  const measured = row.values[column]
  const kilograms = measured && kilogramsOf(measured, countryISO, commodityId)
  const isInBushels = measured !== undefined && kilograms === undefined && commodityId !== undefined
  return {
    kilograms,
    problems: isInBushels ? [problemAt(row, column, message('isNotInBushels', {}))] : [],
  }
}
