import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../../test/app.ts'
import {
  base,
  expectSoundLedger,
  GROUP_2,
  openFarm,
  records,
  stock,
  type TestFarm,
  WINTER_BARLEY,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

let farm: TestFarm
beforeEach(async () => void ({ farm } = await openFarm()))
afterAll(expectSoundLedger)

const movements = `${base}/movements`
const MILL = { destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' }, sold: true }
const LATER = '2030-01-01T09:00:00Z'

/** Words that stand in English sentences alone. */
const ENGLISH =
  /\b(the|is|are|were|must|have|has|not|with|and|there|this|would|of|to|from|by|it|its|movement|load|lorry|weight|found|lost|stored)\b/i

/** All that an answer says to people. */
function sentencesIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) =>
    typeof value === 'string'
      ? /^(status)?message$/i.test(key) && value !== ''
        ? [value]
        : []
      : sentencesIn(value),
  )
}

/** Sends requests of somebody who reads a language, and keeps what the answers say. */
function reader(language: string) {
  const said: string[] = []
  const as = farm.organisation.as('manager')
  const headers = { 'accept-language': language }
  const kept = async (answer: Promise<Answer>) => {
    said.push(...sentencesIn((await answer).body))
    return answer
  }
  return {
    said,
    get: (path: string) => kept(as.get(path, headers)),
    post: (path: string, body: object) => kept(as.post(path, body, headers)),
    put: (path: string, body: object) => kept(as.put(path, body, headers)),
    patch: (path: string, body: object) => kept(as.patch(path, body, headers)),
    delete: (path: string, body: object) => kept(as.delete(path, body, headers)),
  }
}

const place = (bay = 0) => ({ storageId: farm.storeId, substorageId: farm.bays[bay] ?? 0 })

test.each(['de', 'fr'])(
  'whoever reads %s reads no English of loads, counts and their stock',
  async (language) => {
    const { said, get, post, put, patch, delete: remove } = reader(language)
    const there = { importDateUTC: '2026-08-01T06:00:00Z' }
    const { id: recordId } = ok(await post(records, stock(place(), 10_000, { source: there })))
    const mixed = { id: 1, type: 102, grade: 1010201, variety: 'Mulika' }
    ok(await post(records, stock(place(), 1000, { source: there, commodity: mixed })))
    const sender = { id: 'hill', name: 'Hill Farm' }
    const brought = { intake: { moveAtUTC: '2026-08-02T06:00:00Z', sender, loadReference: 'T-1' } }
    ok(await post(records, stock(place(), 500, { source: brought })))
    ok(await post(records, stock(place(), 500, { source: brought })))
    ok(
      await post(
        records,
        stock(place(), 500, { source: { intake: { ...brought.intake, moveAtUTC: LATER } } }),
      ),
    )
    const move = { recordId, weight: 400, ...MILL }
    const first = ok(await post(movements, { ...move, movementDateISO: '2026-08-03T09:00:00Z' }))
    ok(await post(movements, { ...move, weight: 90_000, movementDateISO: LATER }))
    const counted = { countedAtISO: '2026-08-10T12:00:00Z', reasonId: 1 }
    ok(await post(`${records}/adjustments`, { ...counted, records: [{ id: recordId, adjustTo: 11_000 }] }))
    const late = ok(await post(movements, { ...move, movementDateISO: '2026-08-10' }))
    ok(await post(movements, { ...move, movementDateISO: '2026-08-09T10:00:00Z' }))
    ok(
      await post(movements, {
        ...move,
        destination: place(1),
        sold: undefined,
        weight: 1,
        adjustToZero: true,
      }),
    )
    const [id] = first.ids
    ok(
      await put(`${movements}/${id}`, {
        recordId,
        weight: 500,
        ...MILL,
        sold: false,
        movementDateISO: LATER,
      }),
    )
    ok(await post(`${movements}/${id}/duplicate`, { recordId, count: 2 }))
    ok(
      await put(`${movements}/${id}/actions`, {
        recordId,
        driver: { name: 'Sam' },
        weighbridge: { empty: 14_000 },
      }),
    )
    ok(await remove(`${movements}/${id}`, { recordId }))
    ok(await post(`${movements}/${id}/restore`, { recordId }))
    ok(await remove(`${movements}/${late.ids[0]}`, { recordId }))
    ok(await patch(`${records}/${recordId}`, { commodityGrade: GROUP_2 }))
    ok(
      await post(`${records}/${recordId}/samples`, {
        fields: [{ name: 'Moisture', value: '14.5', metric: '%' }],
      }),
    )
    const load = { from: { recordId }, to: place(2), dateISO: '2026-08-11T09:00:00Z', weight: 10 }
    ok(await post(`${base}/loads`, { loads: [load, load] }))
    ok(await get(`${movements}?conflicts=true&limit=100`))
    const { docs } = ok(await get(`${records}/${recordId}/timeline?limit=100`))
    // What was changed stands in the history in English, for all who read it.
    const kept = docs.filter(({ type }: { type: string }) => ['updated', 'merge'].includes(type))
    const stored = new Set(sentencesIn(kept))
    expect(said.length).toBeGreaterThan(40)
    expect(said.filter((each) => ENGLISH.test(each) && !stored.has(each))).toEqual([])
  },
)

test.each([
  ['de', 'movements', 'Nummer;Datum;Zeitpunkt (UTC);Art;'],
  ['de', 'records', 'Nummer;Name;Eigentümer;'],
  ['fr', 'position', 'Grain;Type;Classe;'],
  ['en', 'position', 'commodity,type,grade,'],
])('in %s each column of %s has a head', async (language, table, first) => {
  const path = `${base}/${table}?format=csv`
  const { body } = await farm.organisation.as('viewer').get(path, { 'accept-language': language })
  const [heads = ''] = String(body).replace('\ufeff', '').split('\r\n')
  expect(heads.slice(0, first.length)).toBe(first)
  expect(heads).not.toContain('undefined')
})

test.each([
  ['en', 'Winter wheat 2026', 'Winter barley 2026', 'of Wheat: 999'],
  ['de', 'Winterweizen 2026', 'Wintergerste 2026', 'von Weizen: 999'],
  ['fr', 'Blé d’hiver 2026', 'Orge d’hiver 2026', 'de Blé'],
])('a refusal calls grain what readers of %s call it: %s', async (language, wheat, barley, noType) => {
  const { post } = reader(language)
  const { id: recordId } = ok(await post(records, stock(place(), 10_000)))
  const short = await post(movements, {
    recordId,
    weight: 12_000,
    ...MILL,
    movementDateISO: '2026-08-03T09:00:00Z',
  })
  expect(short).toMatchObject({ status: 400, body: { message: expect.stringContaining(wheat) } })
  const mixed = await post(records, stock(place(), 1000, { commodity: WINTER_BARLEY }))
  expect(mixed).toMatchObject({ status: 400, body: { message: expect.stringContaining(wheat) } })
  expect(mixed.body.message).toContain(barley)
  const { body } = await post(records, stock(place(), 1000, { commodity: { id: 1, type: 999 } }))
  expect(body.validation).toMatchObject([{ message: expect.stringContaining(noType) }])
})

test.each([
  ['de', ';Auslieferung;', ';Winterweizen 2026;', ';Weizen;Winter;', ';12345,5;', ';ja;'],
  ['fr', ';expédition;', ';Blé d’hiver 2026;', ';Blé;Hiver;', ';12345,5;', ';oui;'],
])('in %s a table says what a person reads there', async (language, ...said) => {
  const { post } = reader('en')
  const there = { type: 'existing', importDateUTC: '2026-08-01T06:00:00Z' }
  const { id: recordId } = ok(await post(records, stock(place(), 20_000, { source: there })))
  const load = { recordId, weight: 12_345.5, ...MILL, movementDateISO: '2026-08-03T09:00:00Z' }
  ok(await post(movements, load))
  const table = async (headers: Record<string, string>) =>
    String((await farm.organisation.as('viewer').get(`${movements}?format=csv`, headers)).body)
  const own = await table({ 'accept-language': language })
  expect(said.filter((part) => !own.includes(part))).toEqual([])
  const plain = await table({})
  const programs = [',outbound,', ',Winter wheat 2026,', ',Wheat,Winter,', ',12345.5,', ',true,']
  expect(programs.filter((part) => !plain.includes(part))).toEqual([])
  expect(await table({ 'accept-language': 'en' })).toBe(plain)
})
