import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { filesIn, FILES, picture, uploadTo } from './test-files.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'granary-cut-off-'))
const kept = path.join(directory, 'kept')
const service = await openTestApp({
  settings: { files: { directory, s3: undefined, quotaBytes: 1024 ** 3 } },
})
afterAll(async () => {
  await service.close()
  await rm(directory, { recursive: true, force: true })
})

test('nobody else on the machine reads what was uploaded', async () => {
  const farm = await makeOrganisation(service)
  const bytes = await picture('jpeg')
  ok(await uploadTo(farm.as('operator'), { bytes, fields: { bucket: 'images', type: 'sample' } }))
  const made = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['incoming', 'kept', 'images']))
  for (const { parentPath, name } of made)
    expect((await stat(path.join(parentPath, name))).mode & 0o077, name).toBe(0)
})

describe('an upload that is cut off', () => {
  test('leaves nothing', async () => {
    const farm = await makeOrganisation(service)
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    // `listen` gives a network server its address.
    const { port } = service.app.server.address() as AddressInfo
    const before = await filesIn(directory)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
    socket.write(
      `POST ${FILES} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${farm.keys.operator}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n${head}${'x'.repeat(1_000_000)}`,
    )
    await expect.poll(() => filesIn(directory).then(({ length }) => length)).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(() => filesIn(directory)).toEqual(before)
  })

  test('is refused before its bytes are read where it says that it is too large', async () => {
    const farm = await makeOrganisation(service)
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: FILES,
      headers: {
        'x-api-key': farm.keys.operator,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '9999999999',
      },
      payload: '--x--\r\n',
    })
    expect(statusCode).toBe(413)
  })

  test('is one of eight at most', async () => {
    const farm = await makeOrganisation(service)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => uploadTo(farm.as('operator'), { bytes: 'text' })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('5')
    ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
  })
})

describe('housekeeping', () => {
  test('removes bytes that never became a file, an hour later', async () => {
    const farm = await makeOrganisation(service)
    const { info } = ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
    const orphan = info.path.replaceAll('files/', 'images/')
    const { db } = service.database
    await db
      .insertInto('unfinished_files')
      .values({ storage_key: orphan, created_at: service.clock.now() })
      .execute()
    const lost = path.join(kept, orphan)
    await mkdir(path.dirname(lost), { recursive: true })
    await writeFile(lost, 'bytes')
    const half = path.join(directory, 'incoming', 'half')
    await writeFile(half, 'bytes')
    await utimes(half, service.clock.now(), service.clock.now())

    await service.system.sweepFiles()
    expect(await filesIn(directory)).toEqual(expect.arrayContaining([lost, half]))
    service.clock.advance({ hours: 1, minutes: 1 })
    await service.system.sweepFiles()
    const left = await filesIn(directory)
    expect(left).not.toContain(lost)
    expect(left).not.toContain(half)
    expect(left).toContain(path.join(kept, info.path))
    expect(await db.selectFrom('unfinished_files').selectAll().execute()).toEqual([])
  })

  test('that took the bytes of an upload under way leaves no file without them', async () => {
    const farm = await makeOrganisation(service)
    const { db } = service.database
    // As if it had come by before the upload ended.
    await sql`create rule taken as on insert to unfinished_files do also delete from unfinished_files`.execute(
      db,
    )
    const answer = await uploadTo(farm.as('operator'), { bytes: 'text' })
    await sql`drop rule taken on unfinished_files`.execute(db)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const made = db.selectFrom('files').select('id').where('organisation_id', '=', farm.organisationId)
    expect(await made.execute()).toEqual([])
  })

  test('removes what can be removed where something else cannot', async () => {
    const { db } = service.database
    const [stuck, lost] = ['images/stuck', 'images/lost']
    // A directory where bytes should be, which removing a file refuses.
    await mkdir(path.join(kept, stuck, 'inside'), { recursive: true })
    await writeFile(path.join(kept, lost), 'bytes')
    for (const storage_key of [stuck, lost]) {
      await db
        .insertInto('unfinished_files')
        .values({ storage_key, created_at: service.clock.now() })
        .execute()
      service.clock.advance({ minutes: 1 })
    }
    service.clock.advance({ hours: 1 })
    await expect(service.system.sweepFiles()).rejects.toThrow()
    expect(await filesIn(directory)).not.toContain(path.join(kept, lost))
    const left = await db.selectFrom('unfinished_files').select('storage_key').execute()
    expect(left).toEqual([{ storage_key: stuck }])
    await rm(path.join(kept, stuck), { recursive: true })
    await service.system.sweepFiles()
  })
})
