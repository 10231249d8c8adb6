import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { makeLogs } from '../../log.ts'
import { nothing, openProvider, patience, photonFeature, placesWith, settingsWith } from './test-places.ts'

const { db, close } = await openTestDatabase()
afterAll(close)

const ROTHAMSTED = { lat: 51.8094, lon: -0.3564 }
const KEY = 'a-key-that-is-in-no-log'

describe('a provider in trouble', () => {
  const photonOnly = async () => {
    const provider = await openProvider()
    return { provider, ...placesWith({ photonUrl: provider.url }) }
  }
  const sources = async (places: ReturnType<typeof placesWith>['places'], query: string) =>
    (await places.search(db, { ...nothing, query })).map(({ source }) => source)

  test('that says nothing is waited for a moment, and then not asked at all', async () => {
    const { provider, places } = await photonOnly()
    provider.hangs()
    const start = performance.now()
    expect(await sources(places, 'Harpenden')).toContain('geonames')
    expect(performance.now() - start).toBeGreaterThan(patience.timeoutMs * 0.9)
    await sources(places, 'Redbourn')
    const asked = provider.asked.length
    const later = performance.now()
    expect(await sources(places, 'Wheathampstead')).toContain('geonames')
    expect(performance.now() - later).toBeLessThan(patience.timeoutMs)
    expect(provider.asked).toHaveLength(asked)
  })

  test('is asked again after a while, and answers again', async () => {
    const { provider, places, lines } = await photonOnly()
    provider.answers('api', { message: 'down' }, 503)
    await sources(places, 'Harpenden')
    await sources(places, 'Redbourn')
    expect(lines.some((line) => line.includes('left alone'))).toBe(true)
    provider.answers('api', { features: [photonFeature] })
    await sources(places, 'Wheathampstead')
    expect(provider.asked).toHaveLength(2)
    await sleep(patience.pauseMs + 50)
    expect(await sources(places, 'Sandridge')).toEqual(['photon'])
  })

  test.for([
    ['no JSON', '<html>'],
    ['a list where none is expected', []],
    ['null', 'null'],
    [
      'features without shape',
      { features: [null, 1, 'x', {}, { properties: null }, { properties: { name: 5 }, geometry: {} }] },
    ],
    [
      'coordinates beyond the earth',
      { features: [{ ...photonFeature, geometry: { coordinates: [999, 999] } }] },
    ],
    ['more than anybody reads', JSON.stringify({ features: [], more: 'x'.repeat(2_000_000) })],
  ] as const)('that answers %s is left for us', async ([, body]) => {
    const { provider, places } = await photonOnly()
    provider.answers('api', body)
    expect((await sources(places, 'Harpenden'))[0]).toBe('geonames')
  })

  test('that wants us elsewhere is not followed', async () => {
    const elsewhere = await openProvider()
    const { provider, places } = await photonOnly()
    provider.redirects(`${elsewhere.url}/`)
    expect((await sources(places, 'Harpenden'))[0]).toBe('geonames')
    expect(elsewhere.asked).toEqual([])
  })

  test('whose id nobody else knows answers 503', async () => {
    const provider = await openProvider()
    const { places } = placesWith({ loqate: { url: provider.url, apiKey: KEY } })
    await expect(places.ofId(db, 'loqate:GB|RM|A|1', undefined)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('whose container nobody else can look into answers 503', async () => {
    const provider = await openProvider()
    const { places } = placesWith({ loqate: { url: provider.url, apiKey: KEY } })
    await expect(places.search(db, { ...nothing, id: 'loqate:GB|RM|ENG|2JQ-AL5' })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('that has no containers is not asked to look into one', async () => {
    const { provider, places } = await photonOnly()
    for (const query of ['', 'West Common'])
      expect(await places.search(db, { ...nothing, query, id: 'photon:N1@51.8,-0.3' })).toEqual([])
    expect(provider.asked).toEqual([])
  })

  test('is asked once for one thing, and not oftener a minute than agreed', async () => {
    const provider = await openProvider()
    provider.answers('api', { features: [photonFeature] })
    let now = new Date('2026-08-14T08:30:00Z')
    const { places } = placesWith({ photonUrl: provider.url, callsPerMinute: 3 }, () => now)
    for (let count = 0; count < 5; count++) await sources(places, 'Rothamsted')
    expect(provider.asked).toHaveLength(1)
    const first: (string | undefined)[] = []
    for (const query of ['Harpenden', 'Redbourn', 'Sandridge', 'Wheathampstead'])
      first.push((await sources(places, query))[0])
    expect(first).toEqual(['photon', 'photon', 'geonames', 'geonames'])
    expect(provider.asked).toHaveLength(3)
    now = new Date('2026-08-14T08:31:00Z')
    expect((await sources(places, 'Kimpton'))[0]).toBe('photon')
  })

  test('has its key in no log', async () => {
    const provider = await openProvider()
    const { places, lines } = placesWith({
      loqate: { url: provider.url, apiKey: KEY },
      what3words: { url: provider.url, apiKey: KEY },
    })
    await places.search(db, { ...nothing, query: 'Harpenden' })
    await places.at(db, ROTHAMSTED)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).not.toContain(KEY)
    expect(provider.asked.some(({ query }) => query.get('Key') === KEY)).toBe(true)
  })
})

test('through HTTP: a provider answers, is away, and nothing of its key is told', async () => {
  const provider = await openProvider()
  const lines: string[] = []
  const logs = makeLogs('trace', { write: (line) => void lines.push(line) })
  const places = settingsWith({
    what3words: { url: provider.url, apiKey: KEY },
    loqate: { url: provider.url, apiKey: KEY },
  })
  const service = await openTestApp({ settings: { places }, logs })
  onTestFinished(() => service.close())
  const nobody = service.client()
  provider.answers('v3/convert-to-coordinates', { coordinates: { lng: -0.3564, lat: 51.8094 } })
  const good = await nobody.get('/api/system/locations/three-words?query=filled.count.soap')
  expect([good.status, good.body.threeWords]).toEqual([200, 'filled.count.soap'])
  provider.answers('v3/convert-to-coordinates', {}, 500)
  const away = await nobody.get('/api/system/locations/three-words?query=index.home.raft')
  expect([away.status, away.body.code]).toEqual([503, 'unavailable'])
  const search = await nobody.get('/api/system/locations/search?query=Harpenden')
  expect([search.status, search.body[0].source]).toEqual([200, 'geonames'])
  const within = await nobody.get('/api/system/locations/search?id=loqate:GB')
  expect([within.status, within.body.code]).toEqual([503, 'unavailable'])
  expect(JSON.stringify([good, away, search, within]) + lines.join('')).not.toContain(KEY)
})
