import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { buildBeside, shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { makeBays } from '../../../test/farm.ts'
import { openBuiltConsole, openConsole } from './files.ts'
import { consoleRoutes } from './routes.ts'

const PAGE = '<!doctype html><base href="/" /><title>Granary</title>'
const SCRIPT = 'export const main = 1'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(inject('directory'), 'console-'))
  await mkdir(path.join(directory, 'assets'))
  const files: Record<string, string | Buffer> = {
    'index.html': PAGE,
    'index.html.gz': gzipSync(PAGE),
    'assets/main-1.js': SCRIPT,
    'assets/main-1.js.gz': gzipSync(SCRIPT),
    'sw.js': '1',
    'screens.json': JSON.stringify(['/', '/stores', '/stock/$id']),
    '.stamp': 'x',
  }
  for (const [name, body] of Object.entries(files)) await writeFile(path.join(directory, name), body)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function serve(trustProxy: string[] = [], configured = ''): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy })
  await app.register(consoleRoutes(await openBuiltConsole(directory), configured))
  onTestFinished(() => app.close())
  return app
}
const html = { accept: 'text/html' }

test('a screen is the page, with a policy that lets in nothing else', async () => {
  const app = await serve()
  for (const url of ['/', '/stores', '/stores?at=2026-01-01', '/stock/7']) {
    const { statusCode, body, headers } = await app.inject({ url, headers: html })
    expect([url, statusCode, body]).toEqual([url, 200, PAGE])
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  }
})

test.each([
  ['/nowhere', html, 404, 'text/html; charset=utf-8'],
  ['/nowhere', {}, 404, 'application/json; charset=utf-8'],
  ['/stock', html, 404, 'text/html; charset=utf-8'],
  ['/stock/7/8', html, 404, 'text/html; charset=utf-8'],
  ['/assets/gone-2.js', html, 404, 'application/json; charset=utf-8'],
  ['/api/nowhere', html, 404, 'application/json; charset=utf-8'],
  ['/index.html', {}, 404, 'application/json; charset=utf-8'],
  ['/.stamp', {}, 404, 'application/json; charset=utf-8'],
  ['/../package.json', {}, 404, 'application/json; charset=utf-8'],
])('%s asked for as %j is %i, %s', async (url, headers, status, type) => {
  const answer = await (await serve()).inject({ url, headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, type])
})

test('assets are kept for good, packed, and not sent twice', async () => {
  const app = await serve()
  const url = '/assets/main-1.js'
  const plain = await app.inject({ url })
  expect([plain.body, plain.headers['content-type']]).toEqual([SCRIPT, 'text/javascript; charset=utf-8'])
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT)
  const etag = String(plain.headers.etag)
  expect((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  expect((await app.inject({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache')
})

test('below a path the page says so, by PUBLIC_URL or by a proxy that is trusted', async () => {
  const moved = (base: string) => PAGE.replace('href="/"', `href="${base}/"`)
  const said = { ...html, 'x-forwarded-prefix': '/granary', 'x-forwarded-for': '203.0.113.9' }
  expect((await (await serve([], '/farm')).inject({ url: '/stores', headers: said })).body).toBe(
    moved('/farm'),
  )
  const behind = await serve(['127.0.0.1'])
  const answer = await behind.inject({ url: '/stores', headers: { ...said, 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(moved('/granary'))
  const odd = { ...said, 'x-forwarded-prefix': '/"><script>' }
  expect((await behind.inject({ url: '/stores', headers: odd })).body).toBe(PAGE)
})

test('a build that fails leaves everything else running, and the page says why', async () => {
  const root = await mkdtemp(path.join(inject('directory'), 'root-'))
  await mkdir(path.join(root, 'web'))
  await writeFile(path.join(root, 'web/build.ts'), `console.error('<b>no vite</b>'); process.exitCode = 1`)
  const log = Fastify({ logger: false }).log
  const failing = await openConsole(log, root)
  const app = Fastify()
  await app.register(consoleRoutes(failing))
  onTestFinished(() => app.close())
  app.get('/api/x', async () => 'works')
  const first = await app.inject({ url: '/', headers: html })
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '3'])
  await expect.poll(() => failing.problem()).toBeDefined()
  const { body, headers } = await app.inject({ url: '/stores', headers: html })
  expect(body).toContain('&#60;b&#62;no vite&#60;/b&#62;')
  expect(headers['cache-control']).toBe('no-store')
  expect((await app.inject({ url: '/api/x' })).body).toBe('works')
})

test('a build that was due is served as soon as it is there', async () => {
  const root = await mkdtemp(path.join(inject('directory'), 'root-'))
  const write = `const { cpSync } = require('node:fs'); cpSync(${JSON.stringify(directory)}, 'web/dist', { recursive: true }); console.log('built')`
  await mkdir(path.join(root, 'web'))
  await writeFile(path.join(root, 'package.json'), '{"type":"commonjs"}')
  await writeFile(path.join(root, 'web/build.ts'), write)
  const opened = await openConsole(Fastify({ logger: false }).log, root)
  expect(opened.current()).toBeUndefined()
  await expect.poll(() => opened.current()?.page.body.toString()).toBe(PAGE)
})

test('answers of the API above 2 kB are packed, small ones and the stream of events are not', async () => {
  const service: TestApp = await shareTestApp()
  const app = await buildBeside(service, {})
  onTestFinished(() => app.close())
  const farm = await makeOrganisation(service)
  await makeBays({ ...farm, marker: 'packed' }, 40)
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { 'x-api-key': farm.keys.owner, 'accept-encoding': encoding } })
  const plain = await ask('/api/inventory/storage', 'identity')
  expect(plain.rawPayload.length).toBeGreaterThan(2048)
  const packed = await ask('/api/inventory/storage', 'br, gzip')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: expect.stringContaining('accept-encoding'),
  })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect((await ask('/api/identity/me/preferences', 'br')).headers['content-encoding']).toBeUndefined()
  expect(packed.headers['cross-origin-opener-policy']).toBeUndefined()
})
