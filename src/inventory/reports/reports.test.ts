import { beforeEach, expect, test } from 'vitest'
import { base, makeFarm, openFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'
import type { TestApp } from '../../../test/app.ts'
import { message } from '../../words/catalogue.ts'
import type { ColumnName } from '../../words/column-names.ts'
import { paperWordsIn } from '../../words/papers.ts'
import { readerOf, render } from '../../words/render.ts'
import { kindsOfReport, reportKinds } from './kinds.ts'

let service: TestApp
let farm: TestFarm
beforeEach(async () => {
  ;({ service, farm } = await openFarm())
})

const viewer = () => farm.organisation.as('viewer')
const read = async (query: string) => ok(await viewer().get(`${base}/reports?${query}`))

test('a report is a table with its days, so that the year before stands below', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000, { movementDateISO: '2026-08-10T09:00:00Z' })
  const url = `${base}/reports?kind=deliveries&withYearBefore=true`
  const text: string = ok(await viewer().get(`${url}&format=csv`))
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'harvestYear,from,to,commodity,trade,order,partner,loads,cameIn,wentOut',
    ',2026-07-01,2026-08-14,Wheat,,,Name of mill-7,1,0,20000',
    ',2025-07-01,2025-08-14,Wheat,,,Name of mill-7,0,0,0',
  ])
  const { status, headers } = await viewer().get(`${url}&format=xlsx`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(
    /filename\*=UTF-8''Deliveries-by-contract-and-order-2026-07-01-2026-08-14\.xlsx/,
  )
})

test('a report is a paper with its sums, in the reader’s language and the organisation’s units', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000, { movementDateISO: '2026-08-10T09:00:00Z' })
  const url = `${base}/reports?kind=deliveries&withYearBefore=true&format=pdf&storageId=${farm.storeId}`
  const { status, headers, body } = await viewer().get(url, { 'accept-language': 'de' })
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
    /Lieferungen-nach-Kontrakt-und-Auftrag-2026-07-01-2026-08-14\.pdf/,
  )
  const text = (await textOfPdf(body)).join(' ')
  for (const part of [
    'Lieferungen nach Kontrakt und Auftrag',
    'Lager: ',
    'Weizen',
    'Name of mill-7',
    'Ausgang, t',
    '20,00',
    'Summe',
  ])
    expect(text).toContain(part)
  expect(await viewer().get(`${base}/reports?kind=owners&period=dates&format=pdf`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

test.each(reportKinds)('the report %s can be printed', async (kind) => {
  await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  const { status, body } = await viewer().get(`${base}/reports?kind=${kind}&format=pdf`)
  expect(status).toBe(200)
  expect((await textOfPdf(body)).join(' ')).toContain(paperWordsIn('en')[`report ${kind}`])
})

test.each(reportKinds)('each column of the report %s has a name in German and French', (kind) => {
  const { groupedBy, labels, figures } = kindsOfReport[kind]
  const names = [groupedBy, ...labels, ...figures.map(({ name }) => name)]
  for (const language of ['de', 'fr'] as const) {
    const heads = names.map((name) =>
      render(message('columnName', { name: name as ColumnName }), readerOf(language)),
    )
    expect(heads).not.toContain(undefined)
    expect(new Set(heads).size).toBe(names.length)
  }
})

test.each([
  ['days that are not said', 'kind=losses&period=dates', ['from', 'to']],
  ['a day that is none', 'kind=losses&period=dates&from=2026-02-30&to=2026-03-01', ['from']],
  ['an end before the start', 'kind=losses&period=dates&from=2026-08-02&to=2026-08-01', ['to']],
  ['a season of a month', 'kind=season&period=lastMonth', ['period']],
  ['a harvest year that is none', 'kind=season&harvestYear=26', ['harvestYear']],
  ['a harvest year of days', 'kind=owners&harvestYear=2026', ['harvestYear']],
  ['a kind that is none', 'kind=weather', ['kind']],
  ['no kind', '', ['kind']],
])('refuses %s', async (_of, query, paths) => {
  const { status, body } = await viewer().get(`${base}/reports?${query}`)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
})

test('filters narrow a report, and what nobody has leaves nothing', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000)
  await farm.move(heap, 'mill-8', 5000)
  const out = async (query: string) => {
    const { total } = await read(`kind=deliveries&${query}`)
    return total.figures[2]
  }
  expect(await out('')).toBe(25_000)
  expect(await out('partnerId=mill-8')).toBe(5000)
  expect(await out('commodityId=2')).toBe(0)
  expect(await out(`storageId=${farm.storeId}`)).toBe(25_000)
  expect(await out('storageId=nowhere')).toBe(0)
})

test('what is planned, and what others have, is in no report', async () => {
  const heap = await farm.opening(farm.bays[0], 500_000, { at: '2026-08-01' })
  await farm.move(heap, 'mill-7', 20_000, { movementDateISO: '2026-08-20T09:00:00Z' })
  expect((await read('kind=deliveries&period=dates&from=2026-08-01&to=2026-12-31')).groups).toEqual([])
  const other = await makeFarm(service)
  for (const kind of reportKinds)
    expect(ok(await other.organisation.as('viewer').get(`${base}/reports?kind=${kind}`)).groups).toEqual([])
})

test('a lorry that was shared out over two bays is one load of its row', async () => {
  const { loads } = ok(
    await farm.organisation.as('operator').post(`${base}/loads`, {
      loads: [
        {
          from: {
            commodity: { id: 1, type: 101 },
            harvestYear: '2026',
            sender: { id: 'reed', name: 'Reed Farm' },
          },
          to: { storageId: farm.storeId },
          weight: 20_000,
          dateISO: '2026-08-10T09:00:00Z',
          parts: [
            { to: { storageId: farm.storeId, substorageId: farm.bays[0] }, weight: 12_000 },
            { to: { storageId: farm.storeId, substorageId: farm.bays[1] }, weight: 8000 },
          ],
        },
      ],
    }),
  )
  expect(loads).toMatchObject([{ status: 'success' }])
  const { groups } = await read('kind=deliveries')
  expect(groups[0].rows.map(({ figures }: { figures: number[] }) => figures)).toEqual([[1, 20_000, 0]])
})
