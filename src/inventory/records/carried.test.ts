import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { base, harvestLoad, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { historyCount } from '../../../test/history-count.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { settlePlans } from '../stock/due-plans.ts'
import { blend, type Description } from '../stock/blend-rules.ts'
import { blendTerms } from '../stock/merge-stock.ts'
import { statedAgain } from '../stock/quality-rules.ts'
import { MILL, WHEATS } from './test-yard.ts'

// Whatever a farm office enters, in whatever order: parcels are called, and movements carried, what they are where all is told from
// the beginning.

const START = Date.parse('2026-08-01T12:00:00Z')
const HOUR = 3_600_000
const STOCK_TAKE = 1

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

/** Numbers that say what a command is about: what it chooses among, it counts through from the beginning. */
const command = fc.record({
  /** Hours from now. */
  at: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 30 })),
  which: fc.nat({ max: 20 }),
  how: fc.nat({ max: 5 }),
  bay: fc.nat({ max: 2 }),
  wheat: fc.constantFrom(...WHEATS),
  weight: fc.constantFrom(100, 200, 300, 500),
})
type Numbers = typeof command extends fc.Arbitrary<infer Each> ? Each : never

interface Office {
  farm: TestFarm
  cropId: string
  planId: string
}

async function openOffice(): Promise<Office> {
  service.clock.set(new Date(START))
  const farm = await makeFarm(service)
  const cropId = await farm.planting()
  const { harvest } = ok(await farm.organisation.as('manager').get(`${base}/records/${cropId}`))
  return { farm, cropId, planId: harvest.harvestPlanId }
}

/** Every kind of command, as requests; none where there is nothing yet that it could be about. */
const kinds: Record<string, (office: Office, numbers: Numbers) => Promise<Promise<Answer>[]>> = {
  intake: async ({ farm }, { at, ...stock }) => [
    enterStock(farm, stock, { intake: { moveAtUTC: later(at), sample: sampleOf(stock) } }),
  ],
  existing: async ({ farm }, { at, ...stock }) => [
    enterStock(farm, stock, { type: 'existing', importDateUTC: later(-Math.abs(at)) }),
  ],
  async loads({ farm, planId }, { at, how, bay, wheat, weight }) {
    const load = (moisture: number | null, hours: number) =>
      harvestLoad({
        fieldId: farm.fieldId,
        ...bayOf(farm, bay),
        dateISO: later(hours),
        weightNet: weight,
        moisture,
        sample: how === 0 ? { commodityGradeId: wheat.grade } : null,
      })
    const loads = [load(wheat.moisture, at), load(how > 2 ? null : 15, -how)]
    return [farm.organisation.as('manager').post(`${base}/harvest-plans/${planId}/loads`, loads)]
  },
  async move({ farm, cropId }, { at, which, how, bay, weight }) {
    const [recordId = cropId] = circled(await parcelsOf(farm), which)
    const adjustToZero = how === 5 && recordId !== cropId
    const to = how === 0 ? MILL : { destination: bayOf(farm, bay) }
    const body = { recordId, weight, movementDateISO: later(at), adjustToZero, ...to }
    return [farm.organisation.as('manager').post(`${base}/movements`, body)]
  },
  async moveAtOnce({ farm, cropId }, { at, which, bay }) {
    const [one = cropId, other = cropId] = circled(await parcelsOf(farm), which)
    const bodies = [
      { recordId: one, movementDateISO: later(0), destination: bayOf(farm, bay) },
      { recordId: other, movementDateISO: later(at), destination: bayOf(farm, bay + 1) },
      { recordId: cropId, movementDateISO: later(0), destination: bayOf(farm, bay) },
    ]
    return bodies.map((body) =>
      farm.organisation.as('manager').post(`${base}/movements`, { ...body, weight: 100 }),
    )
  },
  async moveAll({ farm }, { at, bay, weight }) {
    const records = (await parcelsOf(farm, bay)).map((id) => ({ id, weight }))
    if (records.length === 0) return []
    const body = { records, movementDateISO: later(at), destination: bayOf(farm, bay) }
    return [farm.organisation.as('manager').post(`${base}/movements/bulk`, body)]
  },
  async edit({ farm }, { at, which, how, bay, weight }) {
    const [movement] = circled(await movementsOf(farm), which)
    if (!movement) return []
    const movementDateISO = how % 2 === 0 ? later(at) : movement.effective_at.toISOString()
    const to = how === 0 ? MILL : { destination: bayOf(farm, bay) }
    const body = { recordId: movement.record_id, weight, movementDateISO, ...to }
    return [farm.organisation.as('manager').put(`${base}/movements/${movement.id}`, body)]
  },
  async reverseMovements({ farm }, { which }) {
    const [movement] = circled(await movementsOf(farm), which)
    return movement ? [farm.organisation.as('manager').delete(`${base}/movements/${movement.id}`)] : []
  },
  async duplicate({ farm }, { which, how }) {
    const [movement] = circled(await movementsOf(farm), which)
    if (!movement) return []
    const body = { recordId: movement.record_id, count: 1 + (how % 2) }
    return [farm.organisation.as('manager').post(`${base}/movements/${movement.id}/duplicate`, body)]
  },
  async weigh({ farm }, { which, weight }) {
    const [movement] = circled(await movementsOf(farm), which)
    if (!movement) return []
    const body = { recordId: movement.record_id, weighbridge: { empty: 1000, full: 1000 + weight } }
    return [farm.organisation.as('manager').put(`${base}/movements/${movement.id}/actions`, body)]
  },
  async count({ farm }, { which, how, weight }) {
    const [id] = circled(await parcelsOf(farm), which)
    const body = { records: [{ id, adjustTo: how % 2 === 0 ? weight : 0 }], reasonId: STOCK_TAKE }
    return id === undefined ? [] : [farm.organisation.as('manager').post(`${base}/records/adjustments`, body)]
  },
  async sample({ farm, cropId }, { which, how, wheat }) {
    const [id = cropId] = how === 0 ? [] : circled(await parcelsOf(farm), which)
    const grade = how % 2 === 0 ? {} : { commodityGradeId: wheat.grade }
    const body = { ...sampleOf({ wheat }), ...grade }
    return [farm.organisation.as('manager').post(`${base}/records/${id}/samples`, body)]
  },
  async regrade({ farm }, { which, wheat }) {
    const [id] = circled(await parcelsOf(farm), which)
    const body = { commodityGrade: wheat.grade }
    return id === undefined ? [] : [farm.organisation.as('manager').patch(`${base}/records/${id}`, body)]
  },
  /** Movements are as they were before it was kept what they carried. */
  async forget({ farm }, { how }) {
    if (how > 1) return []
    await service.database.db
      .updateTable('movements')
      .set({ entered: null })
      .where('organisation_id', '=', farm.organisation.organisationId)
      .execute()
    return []
  },
}

const later = (hours: number) => new Date(service.clock.now().getTime() + hours * HOUR).toISOString()
const bayOf = (farm: TestFarm, bay: number) => ({ storageId: farm.storeId, substorageId: farm.bays[bay % 3] })
const sampleOf = ({ wheat }: Pick<Numbers, 'wheat'>) => ({
  fields: [{ name: 'Moisture', value: String(wheat.moisture), metric: '%' }],
})
const circled = <Each>(all: Each[], from: number) =>
  all.map((_each, index) => all[(index + from) % all.length] as Each)

function enterStock(farm: TestFarm, { bay, wheat, weight, how }: Omit<Numbers, 'at'>, source: object) {
  const { grade, variety } = wheat
  return farm.organisation.as('manager').post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade, variety, tags: [21, 23].slice(how) },
    storage: [{ ...bayOf(farm, bay), weight }],
    source,
  })
}

async function parcelsOf({ organisation, bays }: TestFarm, elsewhere?: number): Promise<string[]> {
  const rows = await service.database.db
    .selectFrom('records')
    .select(['id', 'bay_id'])
    .where('keeper_id', '=', organisation.organisationId)
    .where('bay_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ bay_id }) => elsewhere === undefined || bay_id !== bays[elsewhere])
    .map(({ id }) => id)
}

function movementsOf({ organisation }: TestFarm) {
  return service.database.db
    .selectFrom('movements')
    .select(['id', 'record_id', 'effective_at'])
    .where('organisation_id', '=', organisation.organisationId)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .execute()
}

interface Posting {
  id: number
  at: Date
  into: string | null
  from: string | null
  isStatement: boolean
  grams: number
  /** Of a statement, what it is about. */
  said: Description
  known: Description | null
  /** What lay there before the instant, and what all that was entered before its last count or statement made of it. */
  before: number
}

/** A count or a statement: what was entered before it at its instant comes before it, the rest after. */
interface Mark {
  recordId: string
  at: Date
  id: number
}

const said = sql`jsonb_build_object('typeId', x.type_id, 'gradeId', x.grade_id, 'variety', x.variety, 'tagIds', x.tag_ids, 'quality', x.quality,
  'uncleanedShare', x.uncleaned_share)`

const marks = sql`(select record_id, effective_at, fact_id as id from ledger_counts where withdrawn_at is null
  union all select record_id, effective_at, id from record_changes where type = 'updated' and details ? 'description')`

async function findMarks({ organisation }: TestFarm): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    select record_id as "recordId", marks.effective_at as at, marks.id from ${marks} marks join records on records.id = record_id
    where keeper_id = ${organisation.organisationId}`.execute(service.database.db)
  return rows
}

async function findFacts({ organisation }: TestFarm): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select facts.*, (
      select coalesce(sum(case when e.destination_record_id = facts.into then e.grams else -e.grams end), 0)::bigint from ledger_entries e
      where facts.into in (e.source_record_id, e.destination_record_id) and (e.effective_at < facts.at or (e.effective_at = facts.at
        and exists (select from ${marks} marks where marks.record_id = facts.into and marks.effective_at = facts.at
          and marks.id between e.fact_id and facts.id - 1)))
    ) as before
    from (
      select x.id, x.effective_at as at, x.destination_record_id as into, source.id as from, false as "isStatement",
        x.weight_grams - x.shrink_grams as grams,
        case when coalesce(x.entered, '{}') = '{}' then ${said} else x.entered end as said,
        case when x.entered is not null then ${said} end as known
      from movements x left join records source on source.id = x.source_record_id and source.source <> 'planting'
      where x.organisation_id = ${organisation.organisationId} and x.status <> 'deleted'
      union all
      select c.id, c.effective_at, c.record_id, null, c.type = 'updated', coalesce((c.details ->> 'grams')::bigint, 0),
        c.details -> 'description', null
      from record_changes c join records r on r.id = c.record_id
      where r.keeper_id = ${organisation.organisationId} and r.source <> 'planting' and c.details ? 'description'
    ) facts
    where at <= ${service.clock.now()} order by at, id`.execute(service.database.db)
  return rows
}

/** Facts in the order in which stock flows: one after the other, the first by its number that waits for no other of its instant. */
function inOrder(facts: Posting[], marks: Mark[]): Posting[] {
  const isParted = (recordId: string | null, earlier: Posting, later: Posting) =>
    marks.some(
      (mark) =>
        mark.recordId === recordId &&
        mark.at.getTime() === later.at.getTime() &&
        earlier.id <= mark.id &&
        mark.id <= later.id - (later.isStatement ? 0 : 1),
    )
  const isBefore = (one: Posting, other: Posting) => {
    const shared = [other.from, other.into].filter((id) => id !== null && [one.from, one.into].includes(id))
    return (
      shared.some((recordId) => isParted(recordId, one, other)) ||
      (one.into !== null && one.into === other.from && !isParted(one.into, other, one))
    )
  }
  return [...Map.groupBy(facts, ({ at }) => at.getTime()).values()].flatMap((waiting) => {
    const ordered: Posting[] = []
    while (waiting.length > 0) {
      const free = waiting.findIndex((each) => !waiting.some((one) => one !== each && isBefore(one, each)))
      ordered.push(...waiting.splice(Math.max(free, 0), 1))
    }
    return ordered
  })
}

/** Tells all from the beginning: how each parcel and each movement should be described. */
function tellAll(facts: Posting[], marks: Mark[]): Map<string | number, Description> {
  const told = new Map<string | number, Description>()
  const brought = new Map<string, number>()
  for (const { id, at, into, from, isStatement, grams, before, ...fact } of inOrder(facts, marks)) {
    // Nobody has said what a count found in a parcel that nothing ever came to.
    const moving = from === null ? fact.said : told.get(from)
    fc.pre(moving !== undefined)
    if (from !== null) told.set(id, moving)
    if (into === null) continue
    const present = told.get(into)
    const parts = marks.filter((mark) => mark.recordId === into && +mark.at === +at && mark.id < id).length
    const key = `${into} ${at.getTime()} ${parts}`
    const lay = before + (brought.get(key) ?? 0)
    if (!isStatement) brought.set(key, (brought.get(key) ?? 0) + grams)
    fc.pre(present !== undefined || lay <= 0)
    const blended = () => blend({ ...present, grams: lay } as never, { ...moving, grams }, blendTerms)
    // To say one thing of a parcel says nothing of another, and nothing where nothing lay yet.
    if (isStatement && present) told.set(into, statedAgain(present, moving))
    if (!isStatement) told.set(into, present === undefined || lay <= 0 ? moving : blended().description)
  }
  return told
}

/** What the service says of the same, but for movements of which it does not know what they carried. */
async function toldBy(
  { organisation }: TestFarm,
  facts: Posting[],
): Promise<Map<string | number, Description>> {
  const records = await sql<{ id: string; said: Description }>`
    select x.id, ${said} as said from records x where x.keeper_id = ${organisation.organisationId}`.execute(
    service.database.db,
  )
  return new Map<string | number, Description>([
    ...records.rows.map((row) => [row.id, row.said] as const),
    ...facts.flatMap(({ id, from, known }) =>
      from !== null && known !== null ? [[id, known] as const] : [],
    ),
  ])
}

const histories = fc.array(
  fc.record({
    kind: fc.constantFrom('intake', 'move', ...Object.keys(kinds)),
    numbers: command,
    hours: fc.constantFrom(0, 1, 5, 24),
  }),
  { minLength: 8, maxLength: 24, size: 'max' },
)

test('parcels are called, and movements carried, what they are where all is told from the beginning', async () => {
  const property = fc.asyncProperty(histories, async (history) => {
    const office = await openOffice()
    for (const { kind, numbers, hours } of history) {
      const answers = await Promise.all((await kinds[kind]?.(office, numbers)) ?? [])
      // What cannot have been is refused.
      for (const answer of answers) if (answer.status !== 400) ok(answer)
      const facts = await findFacts(office.farm)
      const found = await toldBy(office.farm, facts)
      for (const [id, description] of tellAll(facts, await findMarks(office.farm)))
        if (found.has(id)) expect(found.get(id), `${kind} ${id}`).toEqual(description)
      service.clock.advance({ hours, seconds: 1 })
      await settlePlans(service.database, service.clock.now())
    }
  })
  await fc.assert(property, { numRuns: historyCount(1 / 3), endOnFailure: false })
}, 1_200_000)
