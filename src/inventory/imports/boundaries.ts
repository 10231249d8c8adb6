import { createHash } from 'node:crypto'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'

import { newId } from '../../kernel/ids.ts'
import {
  outline,
  text,
  type ImportKind,
  type ImportRequest,
  type Made,
  type Outcome,
  type Problem,
  type Row,
  type UnderstoodSchema,
  headerOf,
} from '../../system/imports/imports.ts'
import { encloses, hectaresIn, pointIn } from '../../kernel/boundary-measures.ts'
import type { Boundary } from '../../kernel/boundary-rules.ts'
import { nowhere } from '../../system/locations/schema.ts'
import { compareBoundaries } from '../storage/boundaries.ts'
import type { NewStorage } from '../storage/create-storage.ts'
import { changeBoundaries, type BoundaryChange } from './change-boundaries.ts'
import { fieldWords, placeWords, shapeWords } from './header-words.ts'
import { bodyCheck, problemsOf, refusedRow } from './validate-rows.ts'
import { makeMissingUnits, type RowMissing } from './missing.ts'
import {
  askedPlace,
  findPlaces,
  findUnits,
  foldNames,
  readPlace,
  type NamedPlace,
  type UnitsOfPlaces,
} from './existing-places.ts'
import { checkPlausible } from './plausible.ts'
import { RowRegistry } from './row-registry.ts'
import { withSubjects } from './title-words.ts'
import { statedWords } from './understood.ts'
import { CreateStorageBody } from '../storage/schema.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { toSquareMetre } from '../../kernel/area.ts'

const boundaryColumns = withSubjects({
  boundary: outline('Boundary'),
  field: text('Field', { aliases: [...fieldWords.field, ...shapeWords], isRequired: true }),
  businessUnit: text('Business unit', { aliases: placeWords.businessUnit }),
})
type BoundaryRow = Row<typeof boundaryColumns>

/** Outlines of fields, by the names of the fields. A field gets its boundary, and its area and position where it has none. */
export const boundariesImport: ImportKind<typeof boundaryColumns> = {
  kind: 'inventory/boundaries',
  columns: boundaryColumns,
  tables: ['storages'],
  takesUpdates: true,
  begin: (run) => {
    const said = new RowRegistry()
    return (trx, actor, rows) => storeRows(trx, actor, rows, { run, said })
  },
}

interface BoundaryRun {
  run: ImportRequest
  said: RowRegistry
}

/** A shape with an area, as it was read. */
interface Outline {
  /** As it is stored. */
  text: string
  boundary: Boundary
  hectares: number
  point: { lat: number; lon: number }
}

async function storeRows(
  trx: Transaction,
  actor: Actor,
  rows: BoundaryRow[],
  { run, said }: BoundaryRun,
): Promise<Outcome[]> {
  const units = await findUnits(trx, actor)
  const missing = await makeMissingUnits(trx, actor, rows, units, run)
  const asked = rows.map(({ values }) => askedPlace(values.field, values.businessUnit, units))
  const places = await findPlaces(trx, actor, 'field', asked)
  const keys = await foldNames(
    trx,
    asked.map(({ name }) => name),
  )
  const fresh = new Map<string, NewStorage>()
  const changes: BoundaryChange[] = []
  const outcomes = rows.map((row, index): Outcome => {
    const { boundary: written, field: reference = '' } = row.values
    if (written !== undefined && !written.startsWith('{')) return notAnArea(written, reference)
    const shape = written === undefined ? undefined : readOutline(written)
    const its = missing[index] ?? { missing: [], made: [] }
    const there = places[index] ?? []
    const found = findField(row, { there, units, run, fresh, key: keys[index] ?? '', shape })
    const understood = understoodOf(row, shape)
    const judged = checkPlausible(
      row,
      understood,
      actor,
      { confirmed: run.confirmed, isThere: false, before: found.problems },
      { columns: { area: 'boundary', position: 'boundary' } },
    )
    const problems = [...found.problems, ...judged.problems]
    const more = {
      understood,
      warnings: [...judged.warnings, ...(shape && found.place ? differences(found.place, shape) : [])],
      missing: [...its.missing, ...found.missing],
      made: its.made,
    }
    if (row.problems.length + problems.length > 0 || !shape)
      return { ...refusedRow(row, problems, reference), ...more }
    const field = found.made ?? found.place
    if (!field) throw new Error('a field was neither found nor made')
    const before = said.note(field.id, row.number, printOf(shape.text))
    if (before) return { ...outlinedBefore(before, field.id, reference), ...more }
    changes.push({
      index,
      id: field.id,
      ...shape,
      boundary: shape.text,
      made: found.made,
      place: found.place,
    })
    const summary = message('fieldWasMadeWithBoundary', { area: toSquareMetre(shape.hectares) })
    const made: Made[] = [...its.made, { kind: 'storage', subject: field.id }]
    return { ...more, status: 'success', id: field.id, reference, summary, ...(found.made && { made }) }
  })
  const there = await compareBoundaries(trx, actor, changes)
  return changeBoundaries(trx, actor, outcomes, {
    changes: changes.map((change, index) => ({ ...change, there: there[index] })),
    mayUpdate: run.mayUpdate,
  })
}

/** The outcome of a row whose field has had an outline from a row above. */
function outlinedBefore(
  { number, isOther }: { number: number; isOther: boolean },
  id: string,
  reference: string,
): Outcome {
  if (!isOther) return { status: 'unchanged', id, reference, summary: message('outlineComesTwice', {}) }
  const contradiction = message('rowHasOutline', { row: number })
  return { status: 'error', reference, problems: [], message: [contradiction] }
}

function notAnArea(what: string, reference: string): Outcome {
  return { status: 'left_out', reference, summary: message('isNoArea', { what }) }
}

/** The thread that read the map has judged it. */
function readOutline(written: string): Outline {
  const boundary = JSON.parse(written) as Boundary
  return { text: written, boundary, hectares: hectaresIn(boundary), point: pointIn(boundary) }
}

function printOf(written: string): string {
  return createHash('sha256').update(written).digest('base64')
}

interface Looked {
  there: NamedPlace[]
  units: UnitsOfPlaces
  run: ImportRequest
  /** The fields that this step makes, by name and business unit. */
  fresh: Map<string, NewStorage>
  key: string
  shape: Outline | undefined
}

interface FoundField {
  place?: NamedPlace
  /** It is made because of this row, or of one before it. */
  made?: NewStorage
  problems: Problem[]
  missing: RowMissing['missing']
}

const faultsOf = bodyCheck(CreateStorageBody)

/** The field of a row; where there is none, the one that is made, if the caller has said so. */
function findField(row: BoundaryRow, { there, units, run, fresh, key, shape }: Looked): FoundField {
  const { place, unitId, problems } = readPlace(row, 'field', there, units)
  if (place) return { place, problems, missing: [] }
  const { field: name } = row.values
  if (there.length > 0 || name === undefined) return { problems, missing: [] }
  const isMade = run.creates.has('fields')
  const missing: RowMissing['missing'] = [{ what: 'fields', name, isMade }]
  if (!isMade) return { problems, missing }
  const its = problems.filter(({ column }) => column !== headerOf(row, 'field'))
  const body = {
    name,
    type: 'field' as const,
    area: shape?.hectares ?? null,
    businessUnitIds: unitId === undefined ? [] : [unitId],
    tags: [],
    substorage: [],
  }
  const faults = problemsOf(row, its, faultsOf({ ...body, location: null }), {
    name: 'field',
    area: 'boundary',
  })
  if (faults.length > 0 || !shape) return { problems: faults, missing }
  const at = `${key}|${unitId ?? ''}`
  const made = fresh.get(at) ?? { ...body, id: newId(), location: { ...nowhere, coordinates: shape.point } }
  fresh.set(at, made)
  return { made, problems: [], missing }
}

function understoodOf({ values }: BoundaryRow, shape: Outline | undefined): UnderstoodSchema {
  return {
    ...statedWords({ field: values.field, businessUnit: values.businessUnit }),
    ...(shape && { areaHectares: shape.hectares, latitude: shape.point.lat, longitude: shape.point.lon }),
  }
}

/** More than a hedge, in parts of the area. */
const MOST_DIFFERENCE = 0.005

/** Lists where a field's own values differ from its outline. They stay. */
function differences(
  { area, location: { coordinates } }: NamedPlace,
  { boundary, hectares }: Outline,
): Message[] {
  const isOther = area !== null && area > 0 && Math.abs(area - hectares) > area * MOST_DIFFERENCE
  const isElsewhere = coordinates !== null && !encloses(boundary, coordinates)
  return [
    ...(isOther
      ? [message('outlineDiffers', { outline: toSquareMetre(hectares), area: toSquareMetre(area) })]
      : []),
    ...(isElsewhere ? [message('positionIsOutside', {})] : []),
  ]
}
