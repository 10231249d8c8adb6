import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { examineLedger } from '../ledger/ledger.ts'
import { base, GROUP_2, makeFarm } from './test-farm.ts'
let service: TestApp
beforeAll(async () => { service = await openTestApp() })
afterAll(async () => {
  const d = []; for await (const x of examineLedger(service.database.db)) d.push(x)
  await service.close(); console.log('DIFF', JSON.stringify(d)); expect(d).toEqual([])
})
test('x', async () => {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const op = farm.organisation.as('operator'), mg = farm.organisation.as('manager')
  const [a, b, c] = farm.bays
  const y = async (id: string) => (await op.get(`${base}/records/${id}`)).body.yield
  const say = (l: string, x: unknown) => console.log(l, JSON.stringify(x))
  const r = await farm.opening(a, 1000)
  // excess
  const m = await farm.move(r, 'mill', 1020, { adjustToZero: true })
  say('excess', await y(r))
  say('del', (await op.delete(`${base}/movements/${m}`)).body)
  say('after', await y(r))
  // too large an excess
  say('big', (await op.post(`${base}/movements`, { recordId: r, weight: 1100, adjustToZero: true, movementDateISO: '2026-08-14', sold: true, destination: { organisationId: 'm', organisationName: 'M' } })).body.message)
  // same record twice in bulk into a new bay
  const bulk = await op.post(`${base}/movements/bulk`, { records: [{ id: r, weight: 100 }, { id: r, weight: 200 }], movementDateISO: '2026-08-14', destination: { storageId: farm.storeId, substorageId: b } })
  say('bulk', bulk.body); say('y', await y(r))
  // edit first to another bay
  say('edit', (await op.put(`${base}/movements/${bulk.body.ids[0]}`, { recordId: r, weight: 150, movementDateISO: '2026-08-14', destination: { storageId: farm.storeId, substorageId: c } })).body)
  say('pos', (await op.get(`${base}/position`)).body.lines.map((l: any) => [l.substorageName, l.weight, l.variety]))
  // backdated movement before a count
  await mg.post(`${base}/records/adjustments`, { records: [{ id: r, adjustTo: 640 }], reasonId: 1 })
  say('back', (await op.post(`${base}/movements`, { recordId: r, weight: 300, movementDateISO: '2026-08-05', sold: true, destination: { organisationId: 'm', organisationName: 'M' } })).body)
  say('y', await y(r))
  const trace = (await op.get(`${base}/records/${r}/trace`)).body
  say('trace', trace.madeOf.map((x: any) => [x.type, x.weight, x.share])); say('went', trace.wentTo.map((x: any) => [x.type, x.weight, x.share, x.reason]))
  // mixed kinds in bulk into one bay: other year
  const o = await farm.opening(b, 100, { harvestYear: '2025' }).catch((e: Error) => say('opening refused', e.message.slice(0, 200)))
  // no body delete
  say('nobody', (await op.delete(`${base}/movements/${bulk.body.ids[1]}`)).status)
  // edit planned to past etc
  const p = await farm.move(r, 'mill', 100000, { movementDateISO: '2026-10-01' })
  say('edit planned into past', (await op.put(`${base}/movements/${p}`, { recordId: r, weight: 100000, movementDateISO: '2026-08-14', sold: true, destination: { organisationId: 'm', organisationName: 'M' } })).body.message)
  const dup = await op.post(`${base}/movements/${p}/duplicate?dryRun=true`, { recordId: r, count: 2 })
  say('dup', dup.body)
  service.clock.set('2026-10-02T00:00:00Z')
  say('due', await y(r)); say('conflicts', (await op.get(`${base}/movements?conflicts=true&type=outbound&limit=1`)).body.docs[0].conflicts)
  say('now move more', (await op.post(`${base}/movements`, { recordId: r, weight: 1, movementDateISO: '2026-10-01', sold: true, destination: { organisationId: 'm', organisationName: 'M' } })).body.message)
  say('del overdrawn', (await op.delete(`${base}/movements/${p}`)).body.message); say('y', await y(r))
  // intake edit to other bay, then trace and delete
  const i = await farm.intake(c, 500, { at: '2026-09-01', grade: GROUP_2 })
  const im = (await op.get(`${base}/movements?f:type=intake`)).body.docs[0]
  say('intake', [im.inventory.recordId, im.actionsRequired, im.weightRemaining.weight])
  const e = await op.put(`${base}/movements/${im.id}`, { recordId: im.inventory.recordId, weight: 450, movementDateISO: '2026-09-02', destination: { storageId: farm.storeId, substorageId: b } })
  say('intake edit', e.body); say('intake got', (await op.get(`${base}/movements/${im.id}`)).body.inventory)
  say('old', await y(i))
  // planting edit dest, weights by scale
  const pl = await farm.planting()
  const hm = await farm.move(pl, a, 5000, { movementDateISO: '2026-08-20' })
  say('act', (await op.put(`${base}/movements/${hm}/actions`, { recordId: pl, weighbridge: { empty: 10, full: 4010 } })).body)
  say('pl', await y(pl))
  say('zero', (await op.put(`${base}/movements/${hm}/actions`, { recordId: pl, adjustToZero: true })).body.code)
  say('pos', (await op.get(`${base}/position`)).body.lines.map((l: any) => [l.substorageName, l.weight, l.variety, l.grade.name]))
})
