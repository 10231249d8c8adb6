import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { base, GROUP_2, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../../test/farm.ts'
import { ok } from '../../../../test/scene.ts'

// Held to the JSON schema that GS1 publishes (test/standards).

const schema = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../../test/standards/epcis-2.0.schema.json'), 'utf8'),
)
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const isEpcis = ajv.compile(schema)

let service: TestApp
let farm: TestFarm

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const viewer = () => farm.organisation.as('viewer')

async function epcis(url: string) {
  const answer = await viewer().get(`${base}${url}format=epcis`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  expect(answer.headers['content-type']).toMatch(/^application\/ld\+json/)
  const document = answer.body
  expect(isEpcis(document), JSON.stringify(isEpcis.errors)).toBe(true)
  return document
}

async function recordIn(bayId: number): Promise<string> {
  const { body } = await viewer().get(`${base}/storage/${farm.storeId}`)
  return body.substorage.find(({ id }: { id: number }) => id === bayId).record.id
}

interface Event {
  type: string
  bizStep: string
  action?: string
  eventTime: string
  eventTimeZoneOffset: string
  quantityList?: { quantity: number; epcClass: string; uom: string }[]
  inputQuantityList?: { quantity: number; epcClass: string }[]
  outputQuantityList?: { quantity: number; epcClass: string }[]
}

const said = ({ type, action, bizStep, quantityList }: Event) => [
  type,
  action,
  bizStep,
  quantityList?.map(({ quantity }) => quantity),
]

/** What master data calls a URI. */
function nameOf(
  document: { epcisHeader: { epcisMasterData: { vocabularyList: Vocabulary[] } } },
  id: string,
) {
  const elements = document.epcisHeader.epcisMasterData.vocabularyList.flatMap(
    (each) => each.vocabularyElementList,
  )
  return elements.find((each) => each.id === id)?.attributes[0]?.attribute
}
interface Vocabulary {
  vocabularyElementList: { id: string; attributes: { attribute: string }[] }[]
}

async function makeBlend(): Promise<{ blend: string; left: number }> {
  const [bay] = farm.bays
  const planting = await farm.planting({ variety: 'Extase', grade: GROUP_2 })
  await farm.intake(bay, 10_000, { at: '2026-08-10', sender: { id: 'farm-2', name: 'Hill Farm' } })
  await farm.move(planting, bay, 20_000, { movementDateISO: '2026-08-11' })
  const blend = await recordIn(bay)
  const left = await farm.move(blend, 'mill', 3000, { movementDateISO: '2026-08-12' })
  return { blend, left: Number(left) }
}

test('a blend is its origins, their mixing, and where it went, in kilograms', async () => {
  const { blend } = await makeBlend()
  const document = await epcis(`/records/${blend}/trace?`)
  const events: Event[] = document.epcisBody.eventList
  expect(events.map(said)).toEqual([
    ['ObjectEvent', 'ADD', 'creating_class_instance', [18_000]],
    ['ObjectEvent', 'OBSERVE', 'receiving', [9000]],
    ['TransformationEvent', undefined, 'commissioning', undefined],
    ['ObjectEvent', 'OBSERVE', 'storing', [27_000]],
    ['ObjectEvent', 'OBSERVE', 'shipping', [3000]],
  ])
  const [harvest, intake, mixing, storing] = events
  expect(mixing?.inputQuantityList).toEqual([harvest?.quantityList?.[0], intake?.quantityList?.[0]])
  expect(mixing?.outputQuantityList).toEqual([
    { epcClass: `urn:uuid:${blend}`, quantity: 27_000, uom: 'KGM' },
  ])
  expect(storing?.quantityList?.[0]?.epcClass).toBe(`urn:uuid:${blend}`)
  expect(intake).toMatchObject({ eventTime: '2026-08-09T23:00:00.000Z', eventTimeZoneOffset: '+01:00' })
  expect(
    nameOf(document, (intake as unknown as { sourceList: { source: string }[] }).sourceList[0]?.source ?? ''),
  ).toBe('Hill Farm')
})

test('asked again it has the same ids, and the intake is the same one in the trace of a load', async () => {
  const { blend, left } = await makeBlend()
  const [once, again] = [
    await epcis(`/records/${blend}/trace?at=2026-09-01&`),
    await epcis(`/records/${blend}/trace?at=2026-09-01&`),
  ]
  expect(again.epcisBody).toEqual(once.epcisBody)
  const load = await epcis(`/movements/${left}/trace?`)
  const intakeOf = ({ epcisBody }: { epcisBody: { eventList: Event[] } }) =>
    epcisBody.eventList.find(({ bizStep }) => bizStep === 'receiving')
  expect(intakeOf(load)?.quantityList).toEqual([{ ...intakeOf(once)?.quantityList?.[0], quantity: 1000 }])
  const mixing = load.epcisBody.eventList.find(({ type }: Event) => type === 'TransformationEvent')
  expect(mixing.outputQuantityList[0].quantity).toBe(3000)
})

test('what was counted and lost is told, and an empty trace is a sound document', async () => {
  const [bay] = farm.bays
  await farm.intake(bay, 5000, { at: '2026-08-10' })
  const record = await recordIn(bay)
  const answer = await farm.organisation
    .as('manager')
    .post(`${base}/records/adjustments`, { records: [{ id: record, adjustTo: 4900 }], reasonId: 1 })
  expect(answer.status).toBe(200)
  const document = await epcis(`/records/${record}/trace?`)
  expect(document.epcisBody.eventList.map(said)).toContainEqual([
    'ObjectEvent',
    'DELETE',
    'decommissioning',
    [100],
  ])
  const planting = await farm.planting({})
  const empty = await epcis(`/records/${planting}/trace?`)
  expect(empty.epcisBody.eventList).toEqual([])
  expect(isEpcis({ ...empty, epcisBody: { eventList: [{ type: 'ObjectEvent' }] } })).toBe(false)
})

test('a format that is none is refused, and another organisation finds nothing', async () => {
  const { blend } = await makeBlend()
  expect((await viewer().get(`${base}/records/${blend}/trace?format=xml`)).status).toBe(400)
  const stranger = await makeOrganisation(service)
  expect((await stranger.as('viewer').get(`${base}/records/${blend}/trace?format=epcis`)).status).toBe(404)
})

test('a load that was sold names its contract, by its number and the buyer’s', async () => {
  const heap = await farm.opening(farm.bays[0], 90_000)
  const trade = ok(
    await farm.organisation.as('manager').post(`${base}/trades`, {
      kind: 'sale',
      partner: { id: 'mill-7', name: 'Valley Mill' },
      reference: 'S-31',
      partnerReference: 'VM 2026/8',
      commodity: { id: WHEAT, type: WINTER },
      weight: 100_000,
    }),
  )
  await farm.move(heap, 'mill-7', 20_000, { tradeId: trade.id })
  const { epcisBody } = await epcis(`/records/${heap}/trace?`)
  const [shipped] = epcisBody.eventList.filter(({ bizStep }: Event) => bizStep === 'shipping')
  const contracts = shipped.bizTransactionList.filter(({ type }: { type: string }) => type === 'po')
  expect(contracts.map(({ bizTransaction }: { bizTransaction: string }) => bizTransaction)).toEqual([
    `urn:uuid:${trade.id}`,
    'urn:granary:contract:S-31',
    'urn:granary:contract:VM%202026%2F8',
  ])
})
