import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Answer } from '../app.ts'
import { shareAskedApp } from '../asked-app.ts'
import { isWrite, operationsOf, readDocuments, type Documented, type Parameter } from '../documents.ts'
import { makeMovement, makePlan } from '../farm.ts'
import { ok, openScene } from '../scene.ts'
import { prepare, send, withRequests } from '../sending.ts'
import { REQUESTS_PER_OPERATION } from '../fuzz/size.ts'
import type { RequestParts } from '../request-fixture.ts'
import { formulas, hostileTexts, SLEEP_SECONDS } from './corpora.ts'
import { typeEverywhere } from './typed-words.ts'

// Text that means something to a database, a pattern, a spreadsheet or a header, through every parameter of every read.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, externalToken)
const { working } = prepare(scene)
beforeAll(async () => {
  await makeMovement(scene)
  await makePlan(scene)
})

/** A few of them with every run, others the next time; all of them in a long one. */
function someFor(parameter: number): string[] {
  const count = Math.min(hostileTexts.length, Math.ceil(REQUESTS_PER_OPERATION / 3))
  const first = (inject('seed') + parameter * count) % hostileTexts.length
  return [...hostileTexts, ...hostileTexts].slice(first, first + count)
}

const reads = operations.filter((each) => !isWrite(each))
const textsOf = ({ parameters }: Documented): Parameter[] =>
  parameters.filter(({ in: place, schema }) => place === 'query' && schema.type !== 'boolean')
const aimed = reads
  .map((operation, index) => ({ ...operation, texts: textsOf(operation), index }))
  .filter(({ texts }) => texts.length > 0)

describe('SQL and patterns', () => {
  test('are tried where people search', () => {
    const names = new Set(aimed.flatMap(({ texts }) => texts.map(({ name }) => name)))
    for (const name of ['f:commodity', 'f:harvestYear', 'sortBy', 'ids', 'query'])
      expect(names).toContain(name)
  })

  test.each(aimed)('in $key are text', async ({ texts, index, ...operation }) => {
    const { parts, headers } = await working(operation)
    const wrong: string[] = []
    for (const [place, { name }] of texts.entries()) {
      for (const value of someFor(index * 7 + place)) {
        const begun = performance.now()
        const answer = await send(
          service,
          operation,
          { ...parts, query: { ...parts.query, [name]: value } },
          headers,
        )
        const seconds = (performance.now() - begun) / 1000
        const faults = [
          ...([200, 400, 404].includes(answer.status) ? [] : [String(answer.status)]),
          ...(seconds >= SLEEP_SECONDS ? [`${seconds} s`] : []),
          ...(showsDatabase(answer) ? ['words of the database'] : []),
        ]
        if (faults.length > 0) wrong.push(`${name}=${value}: ${faults.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  // A search says how many it found.
  const filters = aimed.filter(
    (each) =>
      /"totalDocs"/.test(JSON.stringify(each.responses['200'])) &&
      each.texts.some(({ name }) => name.startsWith('f:')),
  )
  test.each(filters)('in a filter of $key find nothing', async ({ texts, ...operation }) => {
    const { parts, headers } = await working(operation)
    const found = async (filter: Record<string, string>) => {
      const query = { ...parts.query, ...filter }
      const { status, body } = await send(service, operation, { ...parts, query }, headers)
      return status === 400 ? 0 : body.totalDocs
    }
    expect(await found({}), 'there is something to find').toBeGreaterThan(0)
    for (const { name } of texts.filter((each) => each.name.startsWith('f:'))) {
      for (const value of ["' or '1'='1", '%', '_', '.*', '1 or 1=1'])
        expect(await found({ [name]: value }), name).toBe(0)
    }
  })

  test('have changed nothing', async () => {
    const { rows } = await service.database.pool.query(
      "select count(*)::int as count from records where name = 'owned'",
    )
    expect(rows).toEqual([{ count: 0 }])
    expect(ok(await scene.farm.as('owner').get('/api/inventory/records')).totalDocs).toBeGreaterThan(1)
  })

  /** What PostgreSQL says when it does not understand, or when it is asked who it is. */
  function showsDatabase({ body }: Answer): boolean {
    const said = JSON.stringify(body, (name, value: unknown) => (name === 'stack' ? '' : value))
    return /syntax error at or near|PostgreSQL \d|pg_catalog|unterminated quoted|relation "|column "/i.test(
      said,
    )
  }
})

describe('a table', () => {
  const tables = reads.filter(({ responses }) => responses['200']?.content?.['text/csv'] !== undefined)

  /** What to ask for where a table is of one thing, so that it is the one with the hostile words. */
  const about: Record<string, RequestParts> = {}
  /** Forms to fill in, and what is everybody's: nobody of an organisation has a word in them. */
  const isOfOthers = ({ path }: Documented) => /\/template$|\/varieties\//.test(path)
  /** Figures, days and names that other tables have, of which these are tried. */
  const isOfFigures = ({ path }: Documented) =>
    /\/papers\/numbers$|\/trades\/position$|\/periods\/\{id\}$|\/register$|\/system\/audit$/.test(path)

  beforeAll(async () => {
    const unit = { name: '=Farm', type: 'farm' }
    const { id } = ok(await scene.farm.as('owner').post('/api/identity/business-units', unit))
    for (const words of formulas) Object.assign(about, await typeEverywhere(scene, words, id))
  })

  test.each(tables)('of $key has no formulas', async (operation) => {
    const { parts, headers } = await working(operation)
    const asked = { ...parts, ...about[operation.key] }
    const takesFormat = operation.parameters.some(({ name }) => name === 'format')
    const query = takesFormat ? { ...asked.query, format: 'csv' } : (asked.query ?? {})
    const { status, body } = await send(service, operation, { ...asked, query }, headers)
    expect(status).toBe(200)
    const rows: string[][] = parse(body, { bom: true, record_delimiter: '\r\n', relax_column_count: false })
    const formulas = rows
      .flat()
      .filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell))
    expect(formulas).toEqual([])
    const isTried = rows.flat().some((cell) => /^'[=+\-@\t\r]/.test(cell))
    expect(isTried, 'a formula that somebody typed is among its cells').toBe(
      !isOfOthers(operation) && !isOfFigures(operation),
    )
  })
})

describe('a header', () => {
  // What a caller names may become a Location, a Content-Disposition or a request id.
  const lines = 'x\r\nSet-Cookie: owned=1'

  test('is not begun by a name', async () => {
    const owner = scene.farm.as('owner')
    const answers = [
      await owner.post('/api/inventory/storage', {
        name: lines,
        type: 'field',
        area: 1,
        location: null,
        substorage: [],
      }),
      await owner.get(`/api/inventory/storage/${encodeURIComponent(lines)}`),
      await owner.get(`/api/inventory/storage/search?query=${encodeURIComponent(lines)}`),
    ]
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('set-cookie')
      expect(Object.values(headers).map(String).join()).not.toMatch(/[\r\n]/)
    }
  })

  test('of a download names the file as it is called, and no more', async () => {
    const names = [
      lines,
      'a"; filename="b.exe',
      '../../etc/passwd',
      '..\\..\\x',
      'é\u202Egpj.exe',
      'a;b',
      'con',
      '%0d%0aSet-Cookie: x',
    ]
    for (const name of names) {
      const form = new FormData()
      for (const [field, value] of Object.entries({ bucket: 'files', type: 'misc', name }))
        form.append(field, value)
      form.append('file', new Blob(['one line of a weighbridge\n']), '../../../../tmp/owned.txt')
      const made = await scene.farm.as('owner').post('/api/system/files', form)
      expect([200, 400]).toContain(made.status)
      if (made.status !== 200) continue
      const { headers } = await scene.farm.as('owner').get(`/api/system/files/${made.body.id}`)
      const disposition = String(headers['content-disposition'])
      expect(headers).not.toHaveProperty('set-cookie')
      expect(disposition).toMatch(
        /^attachment(; filename="[^"\\/\r\n]*")?(; filename\*=UTF-8''[\w.~%!#$&+^`|-]*)?$/,
      )
      expect(headers['content-type']).not.toMatch(/html|javascript|svg/)
      expect(made.body.info.path).not.toContain('..')
    }
  })
})
