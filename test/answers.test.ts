import { read, utils, type CellObject } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { tableTypes } from '../src/http/table.ts'
import { describe, expect, test } from 'vitest'
import { type Answer } from './app.ts'
import { shareAskedApp } from './asked-app.ts'
import { hasParameter, isWrite, operationsOf, readDocuments, type Documented } from './documents.ts'
import { expectError } from './error-body.ts'
import { urlOf, type RequestParts } from './request-fixture.ts'
import { requests } from './requests.ts'
import { makeBays, makeMovement, oldStock } from './farm.ts'
import { ok, openScene } from './scene.ts'
import { partsOf, prepare, requestOf, send, workingRequest, withRequests } from './sending.ts'

// What answers have in common (rules.md §9): versions of single resources, where to find what was made, and CSV.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, externalToken)
const { sendChanged } = prepare(scene)

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('a table of something that is not there', () => {
  const tables = operations.filter(
    ({ method, path, responses }) =>
      method === 'GET' && path.includes('{') && responses['200']?.content?.['text/csv'],
  )

  test.each(tables)('is answered by $key as JSON is, before anything is sent', async (operation) => {
    const unknown = (parts: RequestParts) => ({
      ...parts,
      params: Object.fromEntries(Object.keys(parts.params ?? {}).map((param) => [param, UNKNOWN])),
    })
    const { status } = await sendChanged(operation, unknown, { accept: 'text/csv' })
    expect(status).toBe(404)
  })
})

describe('a single resource', () => {
  const single = operations.filter(
    ({ method, path }) =>
      method === 'GET' &&
      (path.endsWith('}') || /identity\/organisation(\/(sign-in-rules|single-sign-on))?$/.test(path)),
  )

  test.each(single)('of $key has an ETag, and is not sent twice', async (operation) => {
    const same = (parts: RequestParts) => parts
    const first = await sendChanged(operation, same)
    ok(first)
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await sendChanged(operation, same, { 'if-none-match': condition })
      expect({ status: again.status, body: again.body, etag: again.headers['etag'] }).toEqual({
        status: 304,
        body: undefined,
        etag,
      })
    }
    expect((await sendChanged(operation, same, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  /** What a write changes: what stands at its own path, or right above it, as in `/movements/{id}/actions`. */
  const resourceOf = ({ path }: Documented) => {
    const readAt = (where: string) => single.find((each) => each.method === 'GET' && each.path === where)
    return readAt(path) ?? readAt(path.replace(/\/[^/{]+$/, ''))
  }
  /** What one of them has read or reported is in no answer of a conversation, nor are checks in that of a store, nor sessions and factors in that of a person, nor domains, exports and the wish to be deleted in that of an organisation; of whoever is erased there is nothing left to be read; what a hold's grain went on to has holds of its own. */
  const BESIDE = new Set([
    'PUT /api/system/conversations/{id}/read',
    'POST /api/system/conversations/{id}/report',
    'DELETE /api/identity/users/{id}/sessions',
    'POST /api/identity/users/{id}/factor-reset',
    'POST /api/identity/organisation/sign-in-domains',
    'POST /api/identity/organisation/exports',
    'POST /api/identity/organisation/deletion',
    'DELETE /api/identity/organisation/deletion',
    'POST /api/identity/users/{id}/erasure',
    'POST /api/inventory/storage/{id}/checks',
    'PUT /api/inventory/storage/{id}/check-plan',
    'POST /api/inventory/holds/{id}/trace',
  ])
  const changing = operations.filter(isWrite).flatMap((operation) => {
    // A paper is issued of what it is about, and changes nothing in it.
    if (BESIDE.has(operation.key) || operation.permission === 'papers:write') return []
    const reading = resourceOf(operation)
    return reading ? [{ ...operation, reading }] : []
  })

  test.each(changing)(
    'is changed by $key only where If-Match is right',
    async ({ reading, ...operation }) => {
      expect(hasParameter(operation, 'If-Match')).toBe(true)
      const { parts, headers } = await workingRequest(scene, operation)
      const { headers: read } = await send(service, reading, { params: parts.params ?? {} }, headers)
      expectError(
        await send(service, operation, parts, { ...headers, 'if-match': '"other"' }),
        412,
        'precondition_failed',
      )
      ok(await send(service, operation, parts, { ...headers, 'if-match': String(read['etag']) }))
    },
  )

  test('that changed since it was read is not overwritten', async () => {
    const { id, recordId } = await makeMovement(scene)
    const owner = scene.farm.as('owner')
    const url = `/api/inventory/movements/${id}`
    const read = await owner.get(url)
    const actions = { recordId, driver: { name: 'Sam' } }
    ok(read)
    ok(await owner.put(`${url}/actions`, actions, { 'if-match': String(read.headers['etag']) }))
    const late = await owner.put(`${url}/actions`, actions, { 'if-match': String(read.headers['etag']) })
    expectError(late, 412, 'precondition_failed')
  })
})

test('a list has no ETag', async () => {
  const { status, headers } = await scene.farm.as('owner').get('/api/inventory/movements')
  expect([status, headers['etag']]).toEqual([200, undefined])
})

describe('what was made', () => {
  const creating = operations.filter(({ key }) => requests[key]?.isCreate)

  test.each(creating)('by $key is found at its Location', async (operation) => {
    const made = await sendFresh(operation)
    const { ids, id } = ok(made)
    const location = String(made.headers['location'])
    expect(location).toMatch(/^\/api\/\w+\//)
    expect(Object.keys(operation.responses['200']?.headers ?? {})).toContain('Location')
    const { body, status } = await scene.farm.as('owner').get(location)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(String(ids?.[0] ?? id))
  })

  async function sendFresh(operation: Documented): Promise<Answer> {
    return send(service, operation, await partsOf(requestOf(operation), scene, undefined), {
      'x-api-key': scene.farm.keys.owner,
    })
  }

  test('acknowledges with a sentence, and with ids where it made something', async () => {
    const acknowledging = creating.filter(({ responses }) => /"ids"/.test(JSON.stringify(responses['200'])))
    expect(acknowledging.length).toBeGreaterThan(3)
    for (const operation of acknowledging) {
      const body = ok(await sendFresh(operation))
      expect(body).toMatchObject({ status: 'success', message: expect.stringMatching(/^[A-Z0-9].*\.$/) })
      expect(body.ids.length, operation.key).toBeGreaterThan(0)
    }
  })
})

describe('as CSV and as a workbook', () => {
  const asCsv = operations.filter(
    (each) =>
      !each.path.includes('{') &&
      // A line a day, of no rows of a search; `statements.test.ts` reads it.
      each.key !== 'GET /api/inventory/register' &&
      // Rows of no search either; `reports.test.ts` and `trading-position.test.ts` read them.
      each.key !== 'GET /api/inventory/reports' &&
      each.key !== 'GET /api/inventory/trades/position' &&
      // It grows by each table that is saved; `src/system/audit` reads it.
      each.key !== 'GET /api/system/audit' &&
      hasParameter(each, 'format') &&
      ['application/json', 'text/csv'].every((type) => each.responses['200']?.content?.[type]),
  )

  test('come the searches', () => expect(asCsv.length).toBeGreaterThan(4))

  test.each(asCsv)('$key gives the rows of the search', async (operation) => {
    const farm = await openScene(service)
    const client = farm.farm.as('owner')
    const dangerous = ['=1+1', '+44', '-cmd', '@SUM(A1)', '\tx', '\rx', 'a"b', 'c,d', 'é;ü']
    for (const name of dangerous) {
      const [bay] = await makeBays(farm)
      if (!bay) throw new Error('a store has a bay')
      ok(await client.patch(`/api/inventory/storage/${bay.storageId}`, { name }))
      const { id } = ok(await client.post('/api/inventory/records', oldStock(bay, 1234.567, { name })))
      ok(await client.post('/api/inventory/movements', movementOf(id, name)))
    }
    const { query = {} } = await partsOf(requestOf(operation), farm, undefined)
    const ask = (more: Record<string, string>, headers: Record<string, string> = {}) =>
      client.get(urlOf(operation.path, { query: { ...query, ...more } }), headers)
    const isPaged = hasParameter(operation, 'limit')
    const found = ok(await ask(isPaged ? { limit: '200' } : {}))
    const answer = await ask({ format: 'csv' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="([\w-]+\.csv)"; filename\*=UTF-8''\1$/,
    )
    expect(answer.body.startsWith('\uFEFF')).toBe(true)
    expect(answer.body.endsWith('\r\n')).toBe(true)
    const paged = await ask(isPaged ? { limit: '1', offset: '1' } : {}, { accept: 'text/csv' })
    expect(paged.body, 'without paging').toBe(answer.body)

    const rows: string[][] = parse(answer.body, { bom: true, record_delimiter: '\r\n' })
    expect(new Set(rows.map((row) => row.length)).size).toBe(1)
    const docs: Record<string, unknown>[] = Array.isArray(found) ? found : (found.docs ?? found.lines)
    expect(rows.length - 1).toBe(docs.length)
    expect(docs.length).toBe(found.totalDocs ?? docs.length)
    const ids = docs.map(({ id, recordId }) => String(id ?? recordId))
    const columns = rows[0]?.map((_name, column) => rows.slice(1).map((row) => row[column]))
    expect(columns, 'a column is the id, in the order of the search').toContainEqual(ids)

    const cells = rows.slice(1).flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell))).toEqual(
      [],
    )
    if (JSON.stringify(docs).includes('"=1+1"')) expect(cells).toContain("'=1+1")
    const book = await ask({ format: 'xlsx' })
    expect(book.headers['content-disposition']).toMatch(
      /^attachment; filename="([\w-]+\.xlsx)"; filename\*=UTF-8''\1$/,
    )
    expectSameCells(book.body, rows)
    expect((await ask({}, { accept: tableTypes.xlsx })).headers['content-type']).toBe(tableTypes.xlsx)
    // Weights come as numbers.
    for (const kilograms of [0.567, 1234]) {
      if (JSON.stringify(docs).includes(`"weight":${kilograms}}`)) expect(cells).toContain(String(kilograms))
    }
  })

  /** The workbook says what the CSV says: numbers and days as such, and text as it is, without the apostrophe that keeps it from being run. */
  function expectSameCells(bytes: Buffer, rows: string[][]) {
    const book = read(bytes, { cellNF: true, cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const held = (text: string) => text.replaceAll(/(^|[,;\t\r\n])'(?=[=+\-@\t\r＝＋－＠])/g, '$1')
    for (const [r, row] of rows.entries()) {
      for (const [c, text] of row.entries()) {
        const cell = sheet[utils.encode_cell({ r, c })] as CellObject | undefined
        expect(cell?.f, 'no formula').toBeUndefined()
        if (text === '') expect(cell?.v ?? '', `${r}, ${c}`).toBe('')
        else if (cell?.t === 'n' && /y/.test(String(cell.z))) expect(cell.w).toBe(text)
        else if (cell?.t === 'n') expect(Number(text)).toBeCloseTo(Number(cell.v), 9)
        else if (cell?.t === 'b') expect(String(cell.v)).toBe(text)
        else expect(cell?.v, `${r}, ${c}`).toBe(held(text).replaceAll(/\r\n?/g, '\n'))
      }
    }
  }

  function movementOf(recordId: string, name: string) {
    const destination = { organisationId: 'mill-7', organisationName: name }
    return {
      recordId,
      weight: 0.567,
      movementDateISO: '2025-08-10',
      destination,
      sold: false,
      driver: { name },
    }
  }
})
