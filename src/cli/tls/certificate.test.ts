import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CERTIFICATE_DAYS, isLocalAddress, makeAuthority, makeCertificate, speaksFor } from './certificate.ts'

const now = new Date()
const names = ['barn.local', 'localhost', '127.0.0.1', '192.168.1.7', '::1', 'fd00::1:2']
const authority = makeAuthority('Granary at barn', ['barn', 'granary.farm.example', '203.0.113.5'], now)
const days = ({ validFrom, validTo }: X509Certificate) =>
  (Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000

/** What a client that trusts this authority alone says to a server with this certificate, asked by a name. */
async function shakeHands(
  certificate: ReturnType<typeof makeCertificate>,
  servername: string,
): Promise<string> {
  const server = createServer({
    cert: certificate.certificate.toString(),
    key: certificate.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket: TLSSocket = connect({
    port,
    host: '127.0.0.1',
    servername,
    ca: authority.certificate.toString(),
  })
  const outcome = await new Promise<string>((resolve) => {
    socket.on('secureConnect', () => resolve('trusted'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message))
  })
  socket.destroy()
  server.close()
  return outcome
}

test('a certificate is trusted by whoever trusts its authority, under its names', async () => {
  const made = makeCertificate(authority, names, now)
  expect(made.certificate.verify(authority.certificate.publicKey)).toBe(true)
  expect(made.certificate.checkIssued(authority.certificate)).toBe(true)
  expect([made.certificate.ca, authority.certificate.ca]).toEqual([false, true])
  for (const name of ['barn.local', 'localhost']) expect(made.certificate.checkHost(name)).toBe(name)
  for (const ip of ['127.0.0.1', '192.168.1.7', '::1']) expect(made.certificate.checkIP(ip)).toBe(ip)
  expect(made.certificate.checkHost('bank.example')).toBeUndefined()
  // Phones take none for more than 825 days.
  expect([days(made.certificate), CERTIFICATE_DAYS]).toEqual([820, 820])
  expect(await shakeHands(made, 'barn.local')).toBe('trusted')
  expect(await shakeHands(made, 'bank.example')).toContain('does not match')
})

test('an authority on a phone speaks for nobody on the internet', async () => {
  expect(await shakeHands(makeCertificate(authority, ['bank.example'], now), 'bank.example')).toBe(
    'permitted subtree violation',
  )
  expect(
    await shakeHands(makeCertificate(authority, ['granary.farm.example'], now), 'granary.farm.example'),
  ).toBe('trusted')
})

test.each([
  [['barn', 'barn.local', '10.1.2.3', 'localhost'], true],
  [['granary.farm.example', '203.0.113.5'], true],
  [['farm.example'], false],
  [['203.0.113.6'], false],
  [['mylocal'], false],
])('whether it speaks for %j: %s', (asked, expected) => {
  expect(speaksFor(authority.certificate, asked)).toBe(expected)
})

test.each([
  ['192.168.1.7', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['100.64.0.1', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['fd12:3456::1', true],
  ['2001:db8::1', false],
])('%s is local: %s', (address, expected) => {
  expect(isLocalAddress(address)).toBe(expected)
})

test('any address stands in the certificate as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const { certificate } = makeCertificate(authority, [address], now)
      expect(certificate.checkIP(address)).toBe(address)
    }),
    { numRuns: 50 },
  )
})
