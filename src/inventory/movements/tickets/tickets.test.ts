import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import {
  base,
  expectSoundLedger,
  harvestLoad,
  makeFarm,
  openFarm,
  type TestFarm,
} from '../../../../test/farm.ts'
import { makeFile } from '../../../../test/scene.ts'
import { ok } from '../../../../test/scene.ts'
import { LORRY, ticketsOf } from '../../loads/tickets/test-tickets.ts'

let service: TestApp
let farm: TestFarm

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const { manager, get, intake, intakeBody, weightsOf, correct } = ticketsOf(() => farm)

describe('one lorry tipped into three bays', () => {
  test('is one ticket: its parts share its readings and add up to its net', async () => {
    const file = { id: await makeFile({ service, farm: farm.organisation }) }
    const ids = await intake([{ share: 2 }, { share: 1 }, { share: 1 }], { ticket: { ...LORRY, file } })
    const [first, , third] = ids as [number, number, number]
    expect(await weightsOf(ids)).toEqual([14_230, 7115, 7115])
    const shown = await get(third)
    expect(shown).toMatchObject({
      status: 'complete',
      driver: { loadReference: 'T-204' },
      weighbridge: { empty: { weight: 14_200 }, full: { weight: 42_660 }, file },
    })
    expect(shown.ticket).toEqual({
      id: (await get(first)).ticket.id,
      reference: 'T-204',
      empty: 14_200,
      full: 42_660,
      net: 28_460,
      part: 3,
      parts: [
        { movementId: ids[0], weight: 14_230, share: 2 },
        { movementId: ids[1], weight: 7115, share: 1 },
        { movementId: ids[2], weight: 7115, share: 1 },
      ],
    })
  })

  test('corrected readings, sent to any of its movements, are those of the lorry', async () => {
    const ids = await intake([{ weight: 9500 }, { weight: 9500 }, { weight: 9500 }], {
      weighbridgeRecord: { empty: 14_000, full: 42_500 },
    })
    const answer = ok(await correct(ids[1] as number, { empty: 14_000, full: 42_600 }))
    expect(answer.message).toContain('9,600 kg, as weighed')
    expect(await weightsOf(ids)).toEqual([9500, 9600, 9500])
    const [last] = ids.slice(-1) as [number]
    expect(await get(last)).toMatchObject({
      weighbridge: { full: { weight: 42_600 } },
      ticket: { net: 28_600 },
    })
    // Its empty weight alone: what is left out stays.
    ok(await correct(last, { empty: 14_100 }))
    expect(await weightsOf(ids)).toEqual([9500, 9600, 9400])
  })

  test('shares are of whatever the lorry turns out to weigh, to the gram', async () => {
    const ids = await intake([{ share: 1 }, { share: 1 }, { share: 1 }], { ticket: { full: 42_660 } })
    expect(await weightsOf(ids)).toEqual([null, null, null])
    expect(await get(ids[0] as number)).toMatchObject({
      weighbridge: { full: { weight: 42_660 }, empty: { weight: null } },
    })
    const weighed = ok(await correct(ids[2] as number, { empty: 14_199.999 }))
    expect(weighed.message).toContain(
      ' The parts of its ticket are 9,486.667 kg, 9,486.667 kg, 9,486.667 kg: 28,460.001 kg in all.',
    )
    expect(await weightsOf(ids)).toEqual([9486.667, 9486.667, 9486.667])
    ok(await correct(ids[0] as number, { full: 42_661 }))
    expect(await weightsOf(ids)).toEqual([9487, 9487, 9487.001])
    for (const id of ids) expect(await get(id)).toMatchObject({ status: 'complete' })
  })

  test('readings that leave nothing for the part are refused, and change nothing', async () => {
    const ids = await intake([{ weight: 18_000 }, { weight: 10_460 }], {
      weighbridgeRecord: { empty: 14_200, full: 42_660 },
    })
    const refused = await correct(ids[1] as number, { full: 30_000 })
    expect(refused.body.validation).toMatchObject([{ path: 'weighbridge.full', code: 'contradiction' }])
    expect(await weightsOf(ids)).toEqual([18_000, 10_460])
  })

  test('its weights are shared out anew by edits that keep its net, together', async () => {
    const ids = await intake([{ share: 1 }, { share: 1 }], { ticket: LORRY })
    const edit = async (id: number, weight: number) => {
      const { inventory, movementDateISO } = await get(id)
      const { storageId, substorageId } = inventory.storage.destination
      return {
        recordId: inventory.recordId,
        movementDateISO,
        weight,
        destination: { storageId, substorageId },
      }
    }
    const [first, second] = ids as [number, number]
    const alone = await manager().put(`${base}/movements/${first}`, await edit(first, 10_000))
    expect(alone.body.validation).toMatchObject([
      {
        path: 'weight',
        code: 'contradiction',
        message: expect.stringContaining('parts of its ticket 24,230 kg, and the lorry weighed 28,460 kg'),
      },
    ])
    const both = (weights: [number, number]) =>
      Promise.all(
        [first, second].map(async (id, index) => ({
          id: String(id),
          ...(await edit(id, weights[index] as number)),
        })),
      )
    const wrong = await manager().put(`${base}/movements/bulk`, { movements: await both([10_000, 18_000]) })
    expect(wrong.body.validation).toMatchObject([{ path: 'movements[0].weight', code: 'contradiction' }])
    ok(await manager().put(`${base}/movements/bulk`, { movements: await both([10_000, 18_460]) }))
    expect(await weightsOf(ids)).toEqual([10_000, 18_460])
    expect((await get(first)).ticket.parts).toMatchObject([{ share: null }, { share: null }])
    // A date, with its weight as it was, may be edited alone.
    ok(await manager().put(`${base}/movements/${first}`, await edit(first, 10_000)))
  })

  describe('that loses a part', () => {
    const remove = (id: number, body: object = {}, query = '') =>
      manager().delete(`${base}/movements/${id}${query}`, body)
    const three = () =>
      intake([{ weight: 9000 }, { weight: 9000 }, { weight: 10_460 }], {
        weighbridgeRecord: { empty: 14_200, full: 42_660 },
      })

    test('is asked whether its net stays, and nothing changes before that is answered', async () => {
      const [first, second, third] = (await three()) as [number, number, number]
      for (const query of ['', '?dryRun=true']) {
        const refused = await remove(third, {}, query)
        expect(refused.body.validation).toMatchObject([
          {
            path: 'lorryNet',
            code: 'required',
            message:
              'is needed, since the lorry weighed 28,460 kg and other parts of it stay in the books: “stays” adds the 10,460 kg of this part to them, ' +
              '“less” leaves them as they are and makes the lorry’s net 18,000 kg',
          },
        ])
      }
      expect(await weightsOf([first, second, third])).toEqual([9000, 9000, 10_460])
    })

    test('keeps its net, which is shared by the parts that stay; a copy is no part of it', async () => {
      const [first, second, third] = (await three()) as [number, number, number]
      const deleted = ok(await remove(third, { lorryNet: 'stays' }))
      expect(deleted.message).toBe(
        'Movement deleted. The lorry’s net stays and is now that of the other parts of its ticket: 14,230 kg, 14,230 kg.',
      )
      expect(await weightsOf([first, second])).toEqual([14_230, 14_230])
      expect(await get(third)).not.toHaveProperty('ticket')
      const { recordId } = (await get(first)).inventory
      const [copy] = ok(
        await manager().post(`${base}/movements/${first}/duplicate`, { recordId, count: 1 }),
      ).ids
      expect(await get(copy)).not.toHaveProperty('ticket')
      ok(await remove(second, { lorryNet: 'stays' }))
      expect(await weightsOf([first])).toEqual([28_460])
      // Nothing of the lorry is left: there is nothing to decide.
      ok(await remove(first))
    })

    test('weighed less: the parts that stay keep their weights, its full reading is lower, and restoring undoes it', async () => {
      const [first, second, third] = (await three()) as [number, number, number]
      const deleted = ok(await remove(third, { lorryNet: 'less' }))
      expect(deleted.message).toBe(
        'Movement deleted: 10,460 kg are taken out of stock again. The lorry’s net was less: the other parts of its ticket keep their weights, 9,000 kg, 9,000 kg.',
      )
      expect(await weightsOf([first, second])).toEqual([9000, 9000])
      const shown = await get(first)
      expect(shown).toMatchObject({
        ticket: { empty: 14_200, full: 32_200, net: 18_000, parts: [{ weight: 9000 }, { weight: 9000 }] },
        weighbridge: { full: { weight: 32_200 } },
      })
      expect(shown.changes).toMatchObject([
        { kind: 'changed', changed: [{ what: 'full', before: 42_660, after: 32_200 }] },
      ])
      ok(await manager().post(`${base}/movements/${third}/restore`, {}))
      expect(await weightsOf([first, second, third])).toEqual([9000, 9000, 10_460])
      expect((await get(second)).ticket).toMatchObject({ full: 42_660, net: 28_460 })
      // Deleted once more, otherwise, it is restored as it was deleted then.
      ok(await remove(third, { lorryNet: 'stays' }))
      ok(await manager().post(`${base}/movements/${third}/restore`, {}))
      expect((await get(second)).ticket).toMatchObject({ full: 42_660, net: 28_460 })
      expect(await weightsOf([first, second, third])).toEqual([9000, 9000, 10_460])
    })

    test('is told before what the counts of its other bays will say', async () => {
      const [, second, third] = (await three()) as [number, number, number]
      const { recordId } = (await get(second)).inventory
      ok(
        await manager().post(`${base}/records/adjustments`, {
          records: [{ id: recordId, adjustTo: 9000 }],
          reasonId: 1,
        }),
      )
      const told = async (lorryNet: string) =>
        ok(await remove(third, { lorryNet }, '?dryRun=true')).dryRun.counts
      expect(await told('stays')).toMatchObject([{ recordId, before: 0, after: -5230 }])
      expect(await told('less')).toEqual([])
    })

    test('of which nothing would be left is refused', async () => {
      const [first, second] = (await intake([{ weight: 28_460 }, { weight: 0 }], {
        weighbridgeRecord: { empty: 14_200, full: 42_660 },
      })) as [number, number]
      const refused = await remove(first, { lorryNet: 'less' })
      expect(refused.body.validation).toMatchObject([{ path: 'lorryNet', code: 'contradiction' }])
      // What nothing of the load went into takes nothing with it.
      ok(await remove(second))
      expect((await get(first)).ticket).toMatchObject({ net: 28_460 })
    })

    test('and is weighed once so far has no net to decide about', async () => {
      const [first, second] = (await intake([{ share: 1 }, { share: 1 }], { ticket: { full: 42_660 } })) as [
        number,
        number,
      ]
      ok(await remove(second))
      ok(await correct(first, { empty: 14_200 }))
      expect(await weightsOf([first])).toEqual([28_460])
    })
  })

  test('names all that is wrong with its parts', async () => {
    const faults = async (places: object[], source: object) =>
      (await manager().post(`${base}/records`, intakeBody(places, source))).body.validation?.map(
        ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
      )
    expect(await faults([{ share: 1 }, { weight: 5 }], { ticket: LORRY })).toEqual([
      'storage[1].share required',
      'storage[1].weight contradiction',
    ])
    expect(await faults([{ weight: 1 }, { weight: 2 }], { ticket: LORRY })).toEqual([
      'source.intake.ticket.full contradiction',
    ])
    expect(await faults([{ share: 1 }], { ticket: LORRY, weighbridgeRecord: { full: 1 } })).toEqual([
      'source.intake.weighbridgeRecord contradiction',
    ])
    expect(
      await faults([{ share: 1 }, { share: 1 }], { ticket: { ...LORRY, file: { id: 'nothing' } } }),
    ).toEqual(['source.intake.ticket.file.id unknown'])
  })
})

test('loads off fields with one reference are parts of one lorry', async () => {
  const plantingId = await farm.planting()
  const { harvest } = ok(await manager().get(`${base}/records/${plantingId}`))
  const load = (index: number, more: object) => ({
    ...harvestLoad({
      fieldId: farm.fieldId,
      storageId: farm.storeId,
      substorageId: farm.bays[index],
      dateISO: '2026-08-14T07:00:00Z',
      weightNet: null as never,
    }),
    ...more,
  })
  const url = `${base}/harvest-plans/${harvest.harvestPlanId}/loads`
  const loads = [
    load(0, { ticket: LORRY, share: 1 }),
    load(1, { ticket: { reference: 'T-204' }, share: 3 }),
    load(2, { weightNet: 500 }),
  ]
  const added = ok(await manager().post(url, loads))
  const ids: number[] = added.map(({ movementId }: { movementId: number }) => movementId)
  expect(await weightsOf(ids)).toEqual([7115, 21_345, 500])
  expect(await get(ids[2] as number)).not.toHaveProperty('ticket')
  ok(await correct(ids[1] as number, { full: 42_664 }))
  expect(await weightsOf(ids)).toEqual([7116, 21_348, 500])
  const other = await manager().post(url, [
    load(0, { ticket: LORRY, share: 1, weighbridge: { full: 1 } }),
    load(1, { ticket: { reference: 'T-204', full: 1 }, share: 1 }),
  ])
  expect(other.body.validation).toMatchObject([
    { path: '[0].weighbridge', code: 'contradiction' },
    { path: '[1].ticket.full', code: 'contradiction' },
  ])
  const loadId = String(ids[0])
  const unsaid = await manager().delete(url, [{ loadId: String(ids[2]) }, { loadId }])
  expect(unsaid.body.validation).toMatchObject([{ path: '[1].lorryNet', code: 'required' }])
  const deleted = ok(await manager().delete(url, [{ loadId, lorryNet: 'stays' }]))
  expect(deleted.message).toContain('The lorry’s net stays')
  expect(await weightsOf(ids.slice(1))).toEqual([28_464, 500])
})

test(
  'whatever is corrected, edited and deleted, the parts add up to the net',
  { timeout: 60_000 },
  async () => {
    const step = fc.record({
      part: fc.nat(2),
      full: fc.integer({ min: 40_000_000, max: 60_000_000 }),
      isDelete: fc.boolean(),
      lorryNet: fc.constantFrom('stays', 'less'),
    })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 4 }), async (isShared, steps) => {
        farm = await makeFarm(service)
        const places = [9000, 9000, 10_460].map((weight) => (isShared ? { share: weight } : { weight }))
        let ids = await intake(places, { ticket: LORRY })
        for (const { part, full, isDelete, lorryNet } of steps) {
          const id = ids[part % ids.length] as number
          if (isDelete && ids.length > 1) {
            ok(await manager().delete(`${base}/movements/${id}`, { lorryNet }))
            ids = ids.filter((each) => each !== id)
          } else await correct(id, { full: full / 1000 })
          const { ticket } = await get(ids[0] as number)
          const grams = (await weightsOf(ids)).map((weight) => Math.round(weight * 1000))
          expect(grams.reduce((sum, each) => sum + each, 0)).toBe(Math.round(ticket.net * 1000))
        }
      }),
      { numRuns: 8 },
    )
  },
)
