import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { filesIn, FILES } from './test-files.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'granary-forms-'))
const service = await openTestApp({
  settings: { files: { directory, s3: undefined, quotaBytes: 1024 ** 3 } },
})
const farm = await makeOrganisation(service)
const operator = farm.as('operator')
afterAll(async () => {
  await service.close()
  await rm(directory, { recursive: true, force: true })
})

const BOUNDARY = 'grain'
const part = (headers: string, content = '') => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const fields = field('bucket', 'files') + field('type', 'misc') + field('name', 'A')
const file = (name = 'file', content = 'text') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.txt"`, content)
const end = `--${BOUNDARY}--\r\n`
const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

describe('a form', () => {
  test.each<[what: string, payload: string, status: number, path?: string]>([
    ['of 10,000 fields', field('a', 'b').repeat(10_000) + end, 400, 'a'],
    [
      'of 10,000 fields with names of their own',
      `${Array.from({ length: 10_000 }, (_each, index) => field(`f${index}`, '1')).join('')}${end}`,
      413,
    ],
    ['of 10,000 files', fields + file().repeat(10_000) + end, 413],
    ['of two files', fields + file() + file() + end, 413],
    ['without a file', fields + end, 400, 'file'],
    ['whose file has another name', fields + file('upload') + end, 400, 'upload'],
    ['whose file is a field', fields + field('file', 'text') + end, 400, 'file'],
    [
      'whose name is a file',
      `${field('bucket', 'files')}${field('type', 'misc')}${file('name')}${end}`,
      400,
      'name',
    ],
    ['with a field twice', fields + field('name', 'B') + file() + end, 400, 'name'],
    ['with a field of the prototype', fields + field('__proto__', '{}') + file() + end, 400],
    ['with a field that nobody knows', fields + field('status', 'active') + file() + end, 400, 'status'],
    ['with a field of 100 kB', field('name', 'x'.repeat(100_000)) + file() + end, 400, 'name'],
    [
      'with a field that is JSON',
      part('Content-Disposition: form-data; name="name"\r\nContent-Type: application/json', '{"a":1}') +
        file() +
        end,
      400,
    ],
    [
      'with a field that is broken JSON',
      part('Content-Disposition: form-data; name="name"\r\nContent-Type: application/json', '{"a":') +
        file() +
        end,
      400,
    ],
    [
      'with a bucket that there is not',
      `${field('bucket', '../files')}${field('type', 'misc')}${field('name', 'A')}${file()}${end}`,
      400,
      'bucket',
    ],
    [
      'with a type that there is not',
      `${field('bucket', 'files')}${field('type', 'virus')}${field('name', 'A')}${file()}${end}`,
      400,
      'type',
    ],
    [
      'with a blank name',
      `${field('bucket', 'files')}${field('type', 'misc')}${field('name', ' ')}${file()}${end}`,
      400,
      'name',
    ],
    [
      'that shares with an organisation nobody knows',
      fields + field('organisations', 'mill-7') + file() + end,
      400,
      'organisations',
    ],
    ['that names another organisation', fields + field('organisationId', 'mill-7') + file() + end, 403],
    ['that is empty', end, 400],
    ['that is nothing', '', 400],
    ['that breaks off', fields + file().slice(0, -10), 400],
    [
      'whose part has a head of 200 kB',
      fields + part(`Content-Disposition: form-data; name="file"; filename="${'a'.repeat(200_000)}"`) + end,
      400,
    ],
    ['whose picture is too large', field('bucket', 'images') + file('file', megabytes(21)) + end, 413],
    [
      'whose picture is too large, as it says later',
      `${field('type', 'misc')}${field('name', 'A')}${file('file', megabytes(21))}${field('bucket', 'images')}${end}`,
      413,
    ],
    ['whose document is too large', fields + file('file', megabytes(51)) + end, 413],
  ])('%s is refused', async (_what, payload, status, at) => {
    const answer = await sendForm(payload)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (at !== undefined)
      expect(answer.body.validation.map((each: { path: string }) => each.path)).toContain(at)
  })

  test.each<[what: string, payload: string | Buffer, faults: string[]]>([
    [
      'whose fields are wrong',
      field('bucket', '../files') +
        field('name', 'x'.repeat(100_000)) +
        field('status', 'a') +
        field('status', 'b') +
        file() +
        end,
      ['bucket enum', 'limit additionalProperties', 'name maxLength', 'status duplicate', 'type required'],
    ],
    [
      'whose file is a field, and field a file',
      field('type', 'virus') + field('file', 'text') + file('name') + field('bucket', 'files') + end,
      ['file type', 'limit additionalProperties', 'name type', 'type enum'],
    ],
    [
      'with text that cannot be kept',
      field('bucket', 'files') + field('name', 'a\0b') + file() + end,
      ['limit additionalProperties', 'name nul', 'type required'],
    ],
    [
      'with text in another encoding than UTF-8',
      Buffer.from(field('bucket', 'files') + field('name', 'Fähre') + file() + end, 'latin1'),
      ['limit additionalProperties', 'name malformed_text', 'type required'],
    ],
    ['with more files than are taken', file('upload') + file() + end, ['upload type']],
  ])('%s is told everything that is', async (_what, payload, faults) => {
    const { status, body } = await sendForm(payload, undefined, `${FILES}?limit=1`)
    expect(status, JSON.stringify(body)).toBe(400)
    expect(
      body.validation.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).toSorted(),
    ).toEqual(faults)
  })

  test('without a boundary is refused', async () => {
    expect((await sendForm(fields + file() + end, 'multipart/form-data')).status).toBe(400)
  })

  test('is the only way to send a file', async () => {
    const { status, body } = await operator.post(FILES, {
      bucket: 'files',
      type: 'misc',
      name: 'A',
      file: 'text',
    })
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'unsupported_media_type' })
    expect((await sendForm('A', 'text/plain')).body.message).toContain('multipart/form-data')
  })

  test('is taken by no other operation', async () => {
    const url = '/api/inventory/movements'
    expect(
      (await sendForm(fields + file() + end, `multipart/form-data; boundary=${BOUNDARY}`, url)).status,
    ).toBe(415)
  })

  async function sendForm(
    payload: string | Buffer,
    type = `multipart/form-data; boundary=${BOUNDARY}`,
    url = FILES,
  ) {
    const answer = await service.app.inject({
      method: 'POST',
      url,
      headers: { 'x-api-key': farm.keys.operator, 'content-type': type },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
})

test('none of them leaves anything behind', async () => {
  expect(await filesIn(directory)).toEqual([])
  expect(await service.database.db.selectFrom('files').selectAll().execute()).toEqual([])
})
