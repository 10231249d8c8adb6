import { beforeEach, expect, test } from 'vitest'
import { ok } from '../../../test/scene.ts'
import { lineOf, openCountedFarm } from './test-stocktakes.ts'

// How a count of another moment than the cut-off is told (rules.md §12). It is 14 August, noon in London.

let { farm, by, wheat } = {} as Awaited<ReturnType<typeof openCountedFarm>>
beforeEach(async () => {
  ;({ farm, by, wheat } = await openCountedFarm())
})

const CUT_OFF = '2026-08-12'
const sold = (weight: number, at: string) => farm.move(wheat, 'mill-7', weight, { movementDateISO: at })
const countRest = async (id: string) => {
  for (const bay of farm.bays.slice(1)) ok(await by.count(by.jim, id, bay, 0))
}

test('a count of another moment says how it was rolled to the cut-off, also once it is approved; nobody who counts blind is told', async () => {
  const { id } = await by.open({ cutOffISO: CUT_OFF, substorageIds: farm.bays, isBlind: true })
  await sold(28_000, '2026-08-13T09:00')
  await by.count(by.jim, id, farm.bays[0], { counted: 71_000, countedAtISO: '2026-08-13T15:00' })
  const rolled = {
    weight: 71_000,
    countedAtUTC: '2026-08-13T14:00:00.000Z',
    moved: 28_000,
    atCutOff: 99_000,
  }
  expect(lineOf(await by.get(id), farm.bays[0]).rolled).toEqual(rolled)
  expect(lineOf(await by.get(id, by.jim), farm.bays[0]).rolled).toBeNull()
  await countRest(id)
  expect(lineOf(ok(await by.approve(id)), farm.bays[0]).rolled).toEqual(rolled)
  expect(lineOf(await by.get(id), farm.bays[1]).rolled).toBeNull()
})

test.each([
  ['from before it', '2026-08-11T15:00', 100_000, { moved: -28_000, atCutOff: 72_000 }],
  ['of that moment', CUT_OFF, 72_000, null],
])('a count %s: rolled %#', async (_name, countedAtISO, counted, rolled) => {
  const { id } = await by.open({ cutOffISO: CUT_OFF })
  await sold(28_000, '2026-08-12T09:00')
  const line = lineOf(ok(await by.count(by.jim, id, farm.bays[0], { counted, countedAtISO })), farm.bays[0])
  if (rolled) expect(line.rolled).toMatchObject(rolled)
  else expect(line.rolled).toBeNull()
})
