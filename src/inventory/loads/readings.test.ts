import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { base, expectSoundLedger, openFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import type { TimelineEntry } from '../records/schema.ts'

// Where weights come from: through every way that a load is entered, weighed and corrected.

let service: TestApp
let farm: TestFarm
const loads = `${base}/loads`
const movements = `${base}/movements`
const vehicleRegistration = 'AB12 CDE'
const commodity = { id: WHEAT, type: WINTER }

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const get = async (id: number) => (await operator().get(`${movements}/${id}`)).body
const want = async (settings: object) =>
  expect(await farm.organisation.as('owner').patch('/api/identity/organisation', settings)).toMatchObject({
    status: 200,
    body: settings,
  })

const scale = {
  source: 'scale',
  device: 'Bridge in',
  make: 'mettler-toledo',
  line: 'S S      42660 kg',
  isStable: true,
  readAtUTC: '2026-08-14T10:29:58.750+01:00',
  recordNumber: '004711',
}
const read = { ...scale, readAtUTC: '2026-08-14T09:29:58Z' }

const load = (weighbridge: object, more: object = {}) => ({
  from: { commodity, harvestYear: '2026', owned: true, sender: { id: 'brook', name: 'Brook Farm' } },
  to: { storageId: farm.storeId, substorageId: farm.bays[0] },
  driver: { vehicleRegistration },
  dateISO: service.clock.now().toISOString(),
  weighbridge,
  ...more,
})
const enter = (weighbridge: object, more: object = {}) =>
  operator().post(loads, { loads: [load(weighbridge, more)] })
const entered = async (weighbridge: object, more: object = {}): Promise<number> => {
  const answer = await enter(weighbridge, more)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  const { docs } = (await operator().get(movements)).body
  return Math.max(...docs.map(({ id }: { id: number }) => id))
}
const weigh = async (id: number, weighbridge: object, more: object = {}) =>
  operator().put(`${movements}/${id}/actions`, {
    recordId: (await get(id)).inventory.recordId,
    weighbridge,
    ...more,
  })

test('what a scale said is kept with the load, and stands in its timeline, its CSV and on its ticket', async () => {
  const id = await entered({ full: 42_660, readings: { full: scale } }, { weight: 0 })
  expect(await weigh(id, { empty: 14_200, readings: { empty: { source: 'typed' } } })).toMatchObject({
    status: 200,
  })
  const movement = await get(id)
  expect(movement.weighbridge.readings).toEqual({ full: read, empty: { source: 'typed' } })
  const record = await operator().get(`${base}/records/${movement.inventory.recordId}/timeline`)
  expect(record.body.docs.find((each: TimelineEntry) => each.details.id === id).details).toMatchObject({
    weighbridgeRecord: { readings: { full: read } },
    statusMessage: expect.stringContaining(
      'Full: from the scale Bridge in, instrument record 004711. Empty: typed by hand.',
    ),
  })
  const csv = parse<Record<string, string>>((await operator().get(`${movements}?format=csv`)).body, {
    columns: true,
    bom: true,
  })
  expect(csv[0]).toMatchObject({ fullSource: 'scale', fullRecordNumber: '004711', emptySource: 'typed' })
  await operator().post(`${movements}/${id}/ticket`)
  const ticket = await operator().get(`${movements}/${id}/ticket.pdf`)
  const text = (await textOfPdf(ticket.body)).join(' ')
  expect(text).toMatch(
    /42,660 kg\s+from the scale Bridge in,\s+instrument record\s+004711\s.*14,200 kg\s+typed by hand/s,
  )
  const german = await operator().get(`${movements}/${id}/ticket.pdf`, { 'accept-language': 'de' })
  expect((await textOfPdf(german.body)).join(' ')).toMatch(
    /von der Waage Bridge in,\s+Alibispeicher Nr\.\s+004711\s.*von Hand eingegeben/s,
  )
})

test('another weight without a word has no source any more; the old one stays in the history, with who and why', async () => {
  const id = await entered({ full: 42_660, empty: 14_200, readings: { full: scale, empty: scale } })
  expect(await weigh(id, { full: 42_600 }, { reason: 'Misread' })).toMatchObject({ status: 200 })
  const { weighbridge, changes } = await get(id)
  expect(weighbridge.readings).toEqual({ empty: read })
  expect(changes).toMatchObject([
    {
      reason: 'Misread',
      byName: expect.any(String),
      changed: [{ what: 'weight' }, { what: 'full', before: 42_660, after: 42_600, readingBefore: read }],
    },
  ])
  expect(changes[0].changed[1]).not.toHaveProperty('readingAfter')
})

test('a lorry in several bays has its readings in each part, also where the scale was out', async () => {
  const part = (substorageId: number) => ({ to: { storageId: farm.storeId, substorageId }, share: 1 })
  const id = await entered(
    { full: 42_660, empty: 14_200, readings: { full: scale } },
    { parts: farm.bays.slice(0, 2).map(part) },
  )
  const { ticket } = await get(id)
  const factor = { factor: 1.004, startDateISO: '2026-08-14', endDateISO: '2026-08-14' }
  const rescaled = await farm.organisation.as('manager').post(`${movements}/rescale`, factor)
  expect(rescaled, JSON.stringify(rescaled.body)).toMatchObject({ status: 200 })
  for (const { movementId } of ticket.parts)
    expect((await get(movementId)).weighbridge).toMatchObject({
      full: { weight: 42_830.64 },
      readings: { full: { ...read, factor: 1.004 } },
    })
})

test('a weight of an imported file says so, and a file that has what the scale said changes nothing of it', async () => {
  const id = await entered({ full: 42_660, empty: 14_200, readings: { full: scale } }, { reference: '1182' })
  await weigh(id, {
    full: 42_660,
    empty: 14_210,
    readings: { full: { source: 'file' }, empty: { source: 'file' } },
  })
  expect((await get(id)).weighbridge.readings).toEqual({ full: read, empty: { source: 'file' } })
})

describe('an organisation that wants weights from its scale', () => {
  test('refuses what is typed, and what says nothing, with all else that is wrong', async () => {
    await want({ typedWeights: 'refused' })
    const { body } = await enter(
      { full: 42_660, empty: 14_200, readings: { full: { source: 'typed', reason: 'Indicator off' } } },
      { reference: 'x'.repeat(501) },
    )
    expect(body.validation.map(({ path }: { path: string }) => path)).toEqual(['loads[0].reference'])
    const refused = await enter({ full: 42_660, empty: 14_200, readings: { full: { source: 'typed' } } })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        validation: [
          { path: 'loads[0].weighbridge.full', code: 'not_allowed' },
          { path: 'loads[0].weighbridge.empty', code: 'not_allowed' },
        ],
      },
    })
    expect((await operator().get(movements)).body.totalDocs).toBe(0)
    const id = await entered({ full: 42_660, readings: { full: scale } }, { weight: 0 })
    expect(await weigh(id, { empty: 14_200 })).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'weighbridge.empty', code: 'not_allowed' }] },
    })
    // What the body repeats as it is was not typed anew.
    const again = { full: 42_660, empty: 14_200, readings: { empty: scale } }
    expect(await weigh(id, again)).toMatchObject({ status: 200 })
    expect((await get(id)).weighbridge.readings).toEqual({ full: read, empty: read })
  })

  test('asks why one was typed, in the reader’s language, and keeps the answer', async () => {
    await want({ typedWeights: 'reason' })
    const typed = { source: 'typed' }
    const asked = await operator().post(
      loads,
      { loads: [load({ full: 42_660, empty: 14_200, readings: { full: scale, empty: typed } })] },
      { 'accept-language': 'de' },
    )
    expect(asked.body.validation).toMatchObject([
      { path: 'loads[0].weighbridge.readings.empty.reason', code: 'required' },
    ])
    expect(asked.body.validation[0].message).toContain('von Hand eingegeben')
    const empty = { ...typed, reason: 'Indicator off' }
    const id = await entered({ full: 42_660, empty: 14_200, readings: { full: scale, empty } })
    expect((await get(id)).weighbridge.readings.empty).toEqual(empty)
  })
})

describe('a remembered tare', () => {
  const remembered = { empty: { source: 'remembered' } }
  const again = (empty: number, more: object = {}) =>
    enter({ full: 40_000, empty, readings: remembered }, more)

  test('is of the weighing that the service finds, and says of which ticket and day', async () => {
    const first = await entered({ full: 42_660, empty: 14_200 }, { reference: '1182' })
    service.clock.advance({ days: 3 })
    const driver = { vehicleRegistration: 'ab12cde' }
    const id = await entered({ full: 40_000, empty: 14_200, readings: remembered }, { driver })
    expect((await get(id)).weighbridge.readings.empty).toEqual({
      source: 'remembered',
      ofTicket: { movementId: first, number: '1182', movementDateISO: '2026-08-14T08:30:00.000Z' },
    })
    await operator().post(`${movements}/${id}/ticket`)
    const ticket = await operator().get(`${movements}/${id}/ticket.pdf`)
    expect((await textOfPdf(ticket.body)).join(' ')).toMatch(/tare of 14 Aug 2026, ticket\s+1182/)
  })

  test('that nobody has weighed, or that is too old, is refused, and so are others with it', async () => {
    await entered({ full: 42_660, empty: 14_200 })
    expect(await again(14_300)).toMatchObject({
      status: 400,
      body: { code: 'tare_refused', body: { why: 'unknown' } },
    })
    await want({ rememberedTareDays: 7 })
    service.clock.advance({ days: 7 })
    expect(await again(14_200)).toMatchObject({ status: 200 })
    service.clock.advance({ days: 1 })
    // The one before was remembered itself, and makes no tare younger.
    expect(await again(14_200)).toMatchObject({ status: 400, body: { body: { why: 'old' } } })
    const second = await entered({ full: 40_000 }, { weight: 0 })
    expect(await weigh(second, { empty: 14_200, readings: remembered })).toMatchObject({
      status: 400,
      body: { code: 'tare_refused' },
    })
  })

  test('of a lorry whose tares differ by more than 2 % is refused where that is wanted', async () => {
    for (const empty of [14_200, 14_600]) await entered({ full: 42_660, empty })
    expect(await again(14_600)).toMatchObject({ status: 200 })
    await want({ requiresSteadyTares: true })
    expect(await again(14_600)).toMatchObject({ status: 400, body: { body: { why: 'unsteady' } } })
  })
})
