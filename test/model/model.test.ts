import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../src/inventory/ledger/ledger.ts'
import { openTestApp, TEST_START, type TestApp } from '../app.ts'
import { makeOrganisation, type TestOrganisation } from '../factories.ts'
import { enterRecord, makeBays, makeField, planting, WHEAT, WINTER } from '../farm.ts'
import { historyCount } from '../history-count.ts'
import { fc } from '../seed.ts'
import { allArbitraries } from './more-commands.ts'
import { expectDescriptionsAsRecomputed } from '../recomputed-descriptions.ts'
import { expectClosedAsItWas, reopenAll } from './period-commands.ts'
import { Checked, compareAll, type Real } from './step.ts'
import type { Model } from './ledger-model.ts'

const ORGANISATION_EVERY = 20
/** Of one history at most. */
const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? 30)

let test: TestApp
let farms: TestOrganisation[] = []
let histories = 0

beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** Two organisations, each in a store of its own. */
async function begin(): Promise<{ model: Model; real: Real }> {
  test.clock.set(TEST_START)
  if (histories % ORGANISATION_EVERY === 0)
    farms = [await makeOrganisation(test), await makeOrganisation(test)]
  histories += 1
  const [one, other] = await Promise.all(farms.map(beginIn))
  if (!one || !other) throw new Error('two organisations begin')
  return { model: { ...one.model, other: other.model }, real: { ...one.real, other: other.real } }
}

async function beginIn(farm: TestOrganisation): Promise<{ model: Model; real: Real }> {
  const owner = farm.as('owner')
  await reopenAll({ owner })
  const bays = await makeBays(farm, 3, { name: `Shed ${histories}` })
  const fieldId = await makeField(farm, 10, { name: `Field ${histories}` })
  const commodity = { id: WHEAT, type: WINTER, variety: 'Skyfall' }
  const { id: plantingId } = await enterRecord(farm, planting(fieldId, { commodity }))
  return {
    model: { now: Date.parse(TEST_START), facts: [], movements: [], nextOrder: 1 },
    real: {
      client: farm.as('manager'),
      owner,
      clock: test.clock,
      storageId: bays[0]?.storageId ?? '',
      bayIds: bays.map(({ substorageId }) => substorageId),
      plantingId,
      recordIds: new Map(),
      ownOrganisationId: farm.organisationId,
    },
  }
}

const checkDescriptions = ({ storageId, other }: Real) =>
  expectDescriptionsAsRecomputed(test, [storageId, ...(other ? [other.storageId] : [])])

it(
  'does what the domain says, whatever the order things are entered in',
  { timeout: 10_800_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(
          allArbitraries.map((arbitrary) => arbitrary.map((step) => new Checked(step, checkDescriptions))),
          { maxCommands: COMMANDS, size: 'max' },
        ),
        async (commands) => {
          const { model, real } = await begin()
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await compareAll(model, real)
          await expectClosedAsItWas(model, real)
          if (model.other && real.other) await compareAll({ ...model.other, now: model.now }, real.other)
        },
      ),
      { numRuns: historyCount(), endOnFailure: false },
    )
    expect(await Array.fromAsync(verifyLedger(test.database.db))).toEqual([])
  },
)
