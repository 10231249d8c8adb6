import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBeside, openTestApp, type TestApp } from '../../../test/app.ts'
import { makeAuthority, makeCertificate } from '../../cli/tls/certificate.ts'
import { hostCheck } from './answered-hosts.ts'
import { healthRoutes } from './plain-routes.ts'

let service: TestApp
let served: Awaited<ReturnType<typeof buildBeside>>
beforeAll(async () => {
  service = await openTestApp({ routes: [(app, serve) => healthRoutes(serve.database)(app)] })
  served = await buildBeside(service, {
    answersTo: hostCheck(['granary.example', 'barn-pc', 'barn-pc.local']),
    trustedProxies: ['127.0.0.1'],
  })
})
afterAll(async () => {
  await served.close()
  await service.close()
})

const get = (url: string, headers: Record<string, string>) => served.inject({ url, headers })

describe('a page that had its own name lead to this machine', () => {
  const evil = { host: 'evil.example', origin: 'http://evil.example' }
  test.for([
    '/api/system/countries',
    '/api/identity/setup',
    '/metrics',
    '/api/inventory/openapi.json',
    '/nowhere',
  ])('reads nothing from %s', async (url) => {
    const answer = await get(url, evil)
    expect(answer.statusCode).toBe(421)
    expect(answer.json()).toEqual({
      status: 'error',
      code: 'unknown_host',
      message:
        'This service is not reached under the name evil.example. Whoever runs it can add the name to ALLOWED_HOSTS.',
      messageId: 'hostIsUnknown',
      data: { host: 'evil.example' },
      stack: '',
      body: {},
      validation: [],
    })
  })

  test('signs nobody in, and hides behind no header', async () => {
    for (const headers of [
      evil,
      { ...evil, 'x-forwarded-host': 'granary.example', 'x-forwarded-for': '127.0.0.1' },
      { host: '127.0.0.1', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '198.51.100.7' },
    ]) {
      const answer = await served.inject({
        method: 'POST',
        url: '/api/identity/sign-in',
        headers,
        payload: { email: 'ann@hill.example', password: 'wrong' },
      })
      expect(answer.statusCode).toBe(421)
    }
  })
})

test.for([
  'localhost',
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.7:3000',
  '[fd12::7]',
  'granary.example',
  'Granary.Example:8443',
  'granary.example.',
  'barn-pc:3000',
  'barn-pc.local',
])('%s is answered', async (host) => {
  expect((await get('/api/system/countries', { host })).statusCode).toBe(200)
})

test.for([
  'evil.example',
  'localhost.evil.example',
  'granary.example.evil.example',
  '127.0.0.1.evil.example',
  '127.1',
])('%s is not', async (host) => {
  expect((await get('/api/system/countries', { host })).statusCode).toBe(421)
})

test('a balancer is told that it is well under any name, and without one', async () => {
  for (const headers of [{ host: 'backend-1' }, { host: '' }])
    for (const url of ['/healthz', '/readyz']) expect((await get(url, headers)).statusCode).toBe(200)
})

test('the names of its certificate are its own', () => {
  const names = ['barn.lan', '192.168.1.7']
  const authority = makeAuthority('Granary at barn', names, new Date())
  const answersTo = hostCheck([], makeCertificate(authority, names, new Date()).certificate.toString())
  expect(['barn.lan', 'other.lan'].map(answersTo)).toEqual([true, false])
})
