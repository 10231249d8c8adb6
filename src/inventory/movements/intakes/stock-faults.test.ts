import { afterAll, expect, test } from 'vitest'
import { shareTestApp } from '../../../../test/app.ts'
import { makeBays, STORED_ON, WINTER_WHEAT } from '../../../../test/farm.ts'
import { makeFile, openScene } from '../../../../test/scene.ts'
import { newId } from '../../../kernel/ids.ts'

const service = await shareTestApp()
const scene = await openScene(service)
afterAll(() => service.close())

const [bay, other] = await makeBays(scene, 2)
const file = { id: await makeFile(scene) }

const valley = { id: 'valley-farm', name: 'Valley Farm' }
const scales = { empty: 14_000, full: 24_000, file }
const sample = { fields: [{ name: 'Moisture', value: '14.5' }], commodityGradeId: WINTER_WHEAT.grade }
const intake = {
  moveAtUTC: STORED_ON,
  sender: { id: 'haulier', name: 'Haulier' },
  weighbridgeRecord: scales,
  sample,
}
const load = {
  type: 'crop',
  harvestYear: '2025',
  owned: false,
  commodity: WINTER_WHEAT,
  storage: [bay],
  source: { owner: valley, intake },
}
const halves = [
  { ...bay, weight: 4000 },
  { ...other, weight: 5000 },
]
const existing = {
  type: 'crop',
  harvestYear: '2025',
  commodity: WINTER_WHEAT,
  storage: halves,
  source: { importDateUTC: STORED_ON, importWeight: 9000 },
}
const changed = (changes: object, source: object = {}) => ({
  ...load,
  ...changes,
  source: { ...load.source, intake: { ...intake, ...source } },
})
const unknown = { ...WINTER_WHEAT, id: 999 }
const otherType = { ...WINTER_WHEAT, type: 201 }
const nameless = { id: 'haulier' }

// Beside each, the type of another commodity: what is wrong with the record keeps nothing of its stock from being told.
test.each<[what: string, body: object, told: string[]]>([
  ['a type of another commodity', changed({ commodity: otherType }), ['commodity.type unknown']],
  [
    'a sender without a name',
    changed({ commodity: otherType }, { sender: nameless }),
    ['commodity.type unknown', 'source.intake.sender.name required'],
  ],
  [
    'bays that do not add up to the lorry, and a file of nobody',
    changed(
      { commodity: otherType, storage: halves },
      { weighbridgeRecord: { ...scales, file: { id: newId() } } },
    ),
    [
      'commodity.type unknown',
      'source.intake.weighbridgeRecord.file.id unknown',
      'source.intake.weighbridgeRecord.full contradiction',
    ],
  ],
  [
    'no such contract, no such bay, no such tag and no weight',
    changed(
      { commodity: { ...unknown, tags: [999] }, storage: [{ ...bay, substorageId: 999_999_999 }] },
      { weighbridgeRecord: null, storageContract: { id: newId() } },
    ),
    [
      'commodity.id unknown',
      'commodity.tags unknown',
      'source.intake.storageContract.id unknown',
      'storage[0].substorageId unknown_bay',
      'storage[0].weight required',
    ],
  ],
  [
    'drying that no contract agrees, for stock whose year is none',
    changed({ harvestYear: '20AB' }, { storageContract: { dryingAgreed: true } }),
    ['harvestYear harvest_year', 'source.intake.storageContract.dryingAgreed no_contract'],
  ],
  [
    'a weight that is missing, where another bay is unknown',
    { ...existing, storage: [{ ...bay }, { ...other, substorageId: 999_999_999, weight: 5000 }] },
    ['storage[0].weight required', 'storage[1].substorageId unknown_bay'],
  ],
  [
    'a whole that is not its parts, in the future',
    { ...existing, source: { importDateUTC: '2031-01-01', importWeight: 8000 } },
    ['source.importDateUTC future', 'source.importWeight contradiction'],
  ],
  [
    'a planting of which no more is said is not asked for its weight',
    { ...existing, storage: [{ ...bay }], source: { type: 'planting' } },
    ['source.type contradiction'],
  ],
])('%s', async (_what, body, told) => {
  const answer = await scene.farm.as('owner').post('/api/inventory/records', body)
  const faults = (answer.body.validation ?? []).map(
    (each: { path: string; code: string }) => `${each.path} ${each.code}`,
  )
  expect({ status: answer.status, faults: faults.toSorted() }).toEqual({
    status: 400,
    faults: told.toSorted(),
  })
})
