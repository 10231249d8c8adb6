import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { makeAuthority, makeCertificate } from '../../cli/tls/certificate.ts'
import { forwardAudit } from './forward.ts'

let service: TestApp
let directory: string
beforeAll(async () => {
  service = await openTestApp()
  directory = await mkdtemp(path.join(tmpdir(), 'granary-audit-'))
})
afterAll(async () => {
  await service.close()
  await rm(directory, { recursive: true })
})

async function makeUnits(...names: string[]): Promise<string> {
  const farm = await makeOrganisation(service)
  for (const name of names) ok(await farm.as('owner').post('/api/identity/business-units', { name }))
  await service.system.audit.chainAudit()
  return farm.organisationId
}

test('a file gets each entry once, in the order of the chain, and is its owner’s alone', async () => {
  const file = path.join(directory, 'audit.jsonl')
  const organisationId = await makeUnits('North', 'South')
  const forwarding = { file, syslogUrl: undefined }
  await forwardAudit(service.database.db, forwarding)
  await forwardAudit(service.database.db, forwarding)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const own = lines.map((line) => JSON.parse(line)).filter((each) => each.organisationId === organisationId)
  expect(own).toMatchObject([
    {
      sequence: 1,
      deed: 'identity.postBusinessUnits',
      after: { name: 'North' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { sequence: 2, after: { name: 'South' } },
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a collector of syslog gets frames over TLS; one that is away is tried again, and nothing is lost', async () => {
  let received = ''
  const organisationId = await makeUnits('Härle')
  const listen = (socket: TLSSocket) =>
    void socket.setEncoding('utf8').on('data', (text: string) => void (received += text))
  await withCollector(listen, async (url) => {
    const to = (syslogUrl: string) => ({ file: undefined, syslogUrl })
    await expect(forwardAudit(service.database.db, to('tls://localhost:1'))).rejects.toThrow()
    await forwardAudit(service.database.db, to(url))
    await forwardAudit(service.database.db, to(url))
  })
  const own = framesIn(received).filter((message) => message.includes(organisationId))
  expect(own).toHaveLength(1)
  expect(own[0]).toMatch(
    /^<109>1 2026-08-14T08:30:00\.000Z \S+ granary - identity\.postBusinessUnits - \ufeff\{.*Härle.*\}$/,
  )
})

test.for<[how: string, behave: (socket: TLSSocket) => void]>([
  ['ends the connection before it has read all', (socket) => void socket.end()],
  ['cuts the connection off', (socket) => void socket.once('data', () => socket.destroy())],
])('of a collector that %s nothing counts as sent', async ([, behave], { expect: check }) => {
  const organisationId = await makeUnits('Lost')
  await withCollector(behave, async (url) => {
    await check(forwardAudit(service.database.db, { file: undefined, syslogUrl: url })).rejects.toThrow(/./)
  })
  const sent = await service.database.db
    .selectFrom('audit_deliveries')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('destination', 'like', 'syslog %')
    .execute()
  check(sent).toEqual([])
})

/** A collector on loopback whose certificate is trusted meanwhile. */
async function withCollector(behave: (socket: TLSSocket) => void, work: (url: string) => Promise<void>) {
  const authority = makeAuthority('Collector', ['localhost'], new Date())
  const { certificate, key } = makeCertificate(authority, ['localhost'], new Date())
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, authority.certificate.toString()])
  const options = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) }
  const collector = createServer(options, (socket) => {
    socket.on('error', () => undefined)
    behave(socket)
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  try {
    await work(`tls://localhost:${(collector.address() as AddressInfo).port}`)
  } finally {
    collector.close()
    setDefaultCACertificates(before)
  }
}

/** Parts what came by the lengths in front (RFC 6587, section 3.4.1). */
function framesIn(text: string): string[] {
  const frames: string[] = []
  for (let bytes = Buffer.from(text); bytes.length > 0;) {
    const blank = bytes.indexOf(' ')
    const end = blank + 1 + Number(bytes.subarray(0, blank).toString())
    frames.push(bytes.subarray(blank + 1, end).toString())
    bytes = bytes.subarray(end)
  }
  return frames
}
