import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, described, named, NamedId, oneOf, orNull } from '../../http/validate/schema.ts'
import { hectaresFrom } from '../../kernel/area.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { simplified, type Outline } from '../../kernel/outline-rules.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { commodityName } from '../../system/commodities/catalogue.ts'
import { Location } from '../../system/locations/schema.ts'
import { message } from '../../words/catalogue.ts'
import { findPlantingFigures, isGivenAway, type PlannedPlanting } from './planting-figures.ts'
import { yieldsOfFields } from './rules.ts'

/** More than any farm has; beyond them the answer says that there are more. */
const MOST_FIELDS = 50_000
/** Bytes of outlines, as they are stored, that are read for one answer: of fields beyond, the outline is left out. */
const MOST_BYTES = 60_000_000
const LEAST_METRES = 1
const MOST_METRES = 5000

export const FieldShapesQuery = closed({
  bbox: Type.Optional(
    Type.String({
      pattern: String.raw`^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$`,
      maxLength: 100,
      description:
        'West, south, east, north in degrees: only fields that reach into it. Left out: all, those too of which nobody knows where they are.',
      examples: ['-0.5,51.7,-0.2,51.9'],
    }),
  ),
  tolerance: Type.Optional(
    Type.Number({
      minimum: LEAST_METRES,
      maximum: MOST_METRES,
      description: 'Metres that a drawn outline may be off: the more, the shorter the answer. Left out: 1.',
    }),
  ),
  harvestYear: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      description: 'Whose crops and yields. Left out: the newest harvest year in which something was sown.',
    }),
  ),
  outlines: Type.Optional(
    Type.Boolean({ description: 'false leaves the outlines out: what a list of the fields needs.' }),
  ),
})

const FieldCrop = closed({
  commodityId: Type.Integer({ description: 'Named in `commodities`.' }),
  varieties: Type.Array(Type.String()),
  area: Type.Number({ description: 'Hectares sown.' }),
  harvested: Type.Number({ description: 'Kilograms of all loads up to now.' }),
  kilogramsPerHectare: orNull(
    Type.Number({
      description: 'Of what was cut; null where nothing was brought in yet, or nobody said how much was cut.',
    }),
  ),
})

const FieldShape = named('FieldShape', {
  id: Type.String(),
  name: Type.String(),
  area: Type.Number({ description: 'Hectares; 0 where they are not known.' }),
  coordinates: Location.properties.coordinates,
  boundary: oneOf(
    ['none', 'shown', 'left_out'],
    'Whether the field has a boundary. left_out: it has, and the answer does not show it.',
  ),
  outline: orNull(
    Type.Array(Type.Array(Type.Array(Type.Integer())), {
      description:
        'Its parts, and of each the outer ring and then its holes, in whole numbers of 1/100,000 degree: longitude and latitude of the first ' +
        'point, then the steps from each point to the next. The last point joins the first.',
    }),
  ),
  crops: described(Type.Array(FieldCrop), 'What was sown for the harvest year, the largest area first.'),
  lastYear: Type.String({ description: 'The newest harvest year in which something was sown; else empty.' }),
})
type FieldShape = Static<typeof FieldShape>

export const FieldShapes = named('FieldShapes', {
  harvestYear: Type.String({ description: 'That the crops are of; empty where nothing was sown ever.' }),
  harvestYears: described(
    Type.Array(Type.String()),
    'In which something was sown on any field, newest first.',
  ),
  commodities: described(Type.Array(NamedId), 'Those in `crops`, by name.'),
  hasMore: Type.Boolean({ description: `There are more than ${MOST_FIELDS.toLocaleString('en-GB')}.` }),
  shapes: Type.Array(FieldShape, { description: 'By name.' }),
})
export type FieldShapes = Static<typeof FieldShapes>

interface FieldRow {
  id: string
  name: string
  area: string
  coordinates: FieldShape['coordinates']
  has_boundary: boolean
  outline: Outline | null
}

/**
 * The caller's own fields as a map draws them: where they are, and what grew there in a harvest year and was brought in.
 *
 * @throws Refusal for corners that are not in degrees or the wrong way round
 */
export async function readFieldShapes(
  db: Kysely<Tables>,
  actor: Actor,
  query: Static<typeof FieldShapesQuery>,
): Promise<FieldShapes> {
  const box = query.bbox === undefined ? undefined : boxOf(query.bbox)
  return inOneMoment(db, async (moment) => {
    const years = await readYears(moment, actor)
    const harvestYears = [...new Set(years.values().flatMap((each) => each))].sort().toReversed()
    const harvestYear = query.harvestYear ?? harvestYears[0] ?? ''
    const rows = await readFields(moment, actor, box, query.outlines !== false)
    const crops = await readCrops(moment, actor, harvestYear, box && rows)
    const tolerance = query.tolerance ?? LEAST_METRES
    const shapes = rows.slice(0, MOST_FIELDS).map((row): FieldShape => {
      const boundary = !row.has_boundary ? 'none' : row.outline ? 'shown' : 'left_out'
      return {
        id: row.id,
        name: row.name,
        area: Number(row.area),
        coordinates: row.coordinates,
        boundary,
        outline: row.outline && simplified(row.outline, tolerance),
        crops: crops.get(row.id) ?? [],
        lastYear: years.get(row.id)?.at(-1) ?? '',
      }
    })
    const commodityIds = new Set(shapes.flatMap((shape) => shape.crops.map(({ commodityId }) => commodityId)))
    const commodities = [...commodityIds].map((id) => ({
      id,
      name: commodityName(actor.countryISO, id) ?? String(id),
    }))
    return { harvestYear, harvestYears, commodities, hasMore: rows.length > MOST_FIELDS, shapes }
  })
}

interface Box {
  west: number
  south: number
  east: number
  north: number
}

function boxOf(bbox: string): Box {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
  const isOnEarth = Math.max(-west, east) <= 180 && Math.max(-south, north) <= 90
  if (!isOnEarth || west > east || south > north)
    refuseFaults([fault('bbox', message('isNoBoundingBox', {}))])
  return { west, south, east, north }
}

async function readFields(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  box: Box | undefined,
  withOutlines: boolean,
): Promise<FieldRow[]> {
  const within =
    box && sql`s.extent && box(point(${box.east}, ${box.north}), point(${box.west}, ${box.south}))`
  const read = sql`sum(coalesce(pg_column_size(s.outline), 0)) over (order by s.id)`
  const { rows } = await sql<FieldRow>`
    select s.id, s.name, coalesce(s.area_hectares, 0) as area, s.location -> 'coordinates' as coordinates,
      s.boundary is not null as has_boundary,
      ${withOutlines ? sql`case when ${read} <= ${MOST_BYTES} then s.outline end` : sql`null`} as outline
    from storages s
    where s.organisation_id = ${organisationId} and s.type = 'field' ${within ? sql`and ${within}` : sql``}
    order by lower(s.name) collate "C", s.id
    limit ${MOST_FIELDS + 1}`.execute(db)
  return rows
}

/** In which harvest years something was sown on each field, oldest first. */
async function readYears(db: Kysely<Tables>, { organisationId }: Actor): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ storage_id: string; years: string[] }>`
    select r.storage_id, array_agg(distinct r.harvest_year order by r.harvest_year) as years
    from records r left join storages s on s.id = r.storage_id
    where r.keeper_id = ${organisationId} and r.source = 'planting' and r.storage_id is not null and not ${isGivenAway}
    group by r.storage_id`.execute(db)
  return new Map(rows.map((row) => [row.storage_id, row.years]))
}

/**
 * Reads the crops sown on fields for a harvest year, and the yield of each there. The fields that a split made of one another have one
 * yield, so those of others are read with them.
 *
 * @param fields left out: all of the caller's
 */
async function readCrops(
  db: Kysely<Tables>,
  actor: Actor,
  year: string,
  fields: FieldRow[] | undefined,
): Promise<Map<string, FieldShape['crops']>> {
  const ids = fields?.map(({ id }) => id)
  const here =
    ids &&
    sql`and (r.storage_id = any(${ids}::uuid[]) or r.split_group_id = any(array(
      select split_group_id from records where storage_id = any(${ids}::uuid[]) and split_group_id is not null)))`
  const plantings = await findPlantingFigures(
    db,
    actor,
    sql`r.keeper_id = ${actor.organisationId} and r.harvest_year = ${year} and not ${isGivenAway} ${here ?? sql``}`,
    { withMoisture: false },
  )
  const crops = new Map<string, FieldShape['crops']>()
  for (const [commodityId, own] of Map.groupBy(plantings, (each) => each.commodityId)) {
    const yields = yieldsOfFields(own)
    for (const [fieldId, sown] of Map.groupBy(own, (each) => each.fieldId))
      crops.set(fieldId, [...(crops.get(fieldId) ?? []), cropOf(commodityId, sown, yields.get(fieldId))])
  }
  for (const each of crops.values()) each.sort((a, b) => b.area - a.area)
  return crops
}

function cropOf(
  commodityId: number,
  sown: PlannedPlanting[],
  gramsPerHectare: number | undefined,
): FieldShape['crops'][number] {
  const total = (figure: (each: PlannedPlanting) => number) =>
    sown.reduce((sum, each) => sum + figure(each), 0)
  return {
    commodityId,
    varieties: [...new Set(sown.map(({ variety }) => variety).filter(Boolean))],
    area: Number(hectaresFrom(total(({ area }) => area))),
    harvested: kilogramsFromGrams(total(({ harvestedGrams }) => harvestedGrams)),
    kilogramsPerHectare:
      gramsPerHectare === undefined ? null : kilogramsFromGrams(Math.round(gramsPerHectare)),
  }
}
