import { beforeEach, describe, expect, test } from 'vitest'
import { buildBeside } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { openTrader, type Trader } from '../trades/test-trades.ts'

let trader: Trader
beforeEach(async () => void (trader = await openTrader()))

const orders = `${base}/orders`
const give = async (id: string): Promise<string> =>
  ok(await trader.manager().post(`${orders}/${id}/driver-link`)).driverLink
const read = (link: string, language = 'en', remoteAddress = '192.0.2.7') =>
  trader.service.app.inject({
    url: new URL(link).pathname,
    headers: { 'accept-language': language },
    remoteAddress,
  })

describe('the link of an order', () => {
  test('shows its driver what, how much, where and when, in their language, and nothing else', async () => {
    const { farm } = trader
    const trade = await trader.enter({
      reference: 'S-SECRET',
      price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
    })
    const { id } = await trader.order({
      tradeId: trade.id,
      reference: 'O-<7>',
      weight: 40_000,
      loads: 2,
      fromISO: '2026-08-10',
      toISO: '2026-08-20',
      haulier: 'Fenland',
      place: {
        storageId: farm.storeId,
        bayIds: [farm.bays[0]],
        address: 'Gate 2, Mill Lane',
        openingHours: 'Mon–Fri 7–17',
      },
      instructions: 'Ring the bell.\nMind the dog & the cat.',
    })
    ok(await trader.sell(12_500, { orderId: id }))
    const link = await give(id)
    expect(link).toMatch(/^https:\/\/granary\.example\/o\/[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(await give(id)).toBe(link)
    const english = await read(link)
    expect(english.statusCode).toBe(200)
    expect(english.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    for (const text of [
      'O-&#60;7&#62;',
      '27,500 kg · 1 load',
      '10 Aug 2026 to 20 Aug 2026',
      'Gate 2, Mill Lane',
      'Mon–Fri 7–17',
      'Mind the dog &#38; the cat.',
    ])
      expect(english.payload).toContain(text)
    const german = await read(link, 'de-AT')
    for (const text of ['Noch zu fahren', '27.500 kg · 1 Fuhre', 'Weizen'])
      expect(german.payload).toContain(text)
    expect((await read(link, 'fr')).payload).toContain('Reste à transporter')
    for (const text of [trader.mill.name, 'S-SECRET', '214', 'Fenland', '100,000', '900', id])
      expect(english.payload).not.toContain(text)
  })

  test('is gone when it is withdrawn, and a new one has another address', async () => {
    const { id } = await trader.order()
    const link = await give(id)
    expect(ok(await trader.manager().delete(`${orders}/${id}/driver-link`)).driverLink).toBeNull()
    const { statusCode, payload } = await read(link, 'de')
    expect(statusCode).toBe(404)
    expect(payload).toContain('Einen solchen Auftrag gibt es nicht')
    const other = await give(id)
    expect(other).not.toBe(link)
    expect((await read(other)).statusCode).toBe(200)
  })

  test('ends with the order, or with its contract', async () => {
    const trade = await trader.enter()
    const { id } = await trader.order({ tradeId: trade.id })
    const link = await give(id)
    const to = async (path: string, status: string) =>
      ok(await trader.manager().post(`${base}/${path}/status`, { status }))
    await to(`orders/${id}`, 'done')
    expect((await read(link)).statusCode).toBe(404)
    expect(await trader.manager().post(`${orders}/${id}/driver-link`)).toMatchObject({
      status: 400,
      body: { code: 'in_use' },
    })
    await to(`orders/${id}`, 'open')
    expect((await read(link)).statusCode).toBe(200)
    await to(`trades/${trade.id}`, 'fulfilled')
    expect((await read(link)).statusCode).toBe(404)
  })

  test.for(['x', '1'.repeat(22), '%00', `${'x'.repeat(300)}`, "'"])('%s leads nowhere', async (token) => {
    const answer = await trader.service.app.inject({ url: `/o/${token}` })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })

  test('is not to be tried out: one network reads so many a minute', async () => {
    const link = await give((await trader.order()).id)
    const statuses = []
    const limited = await buildBeside(trader.service, { rateLimitPerMinute: 1000 })
    const { pathname: url } = new URL(link)
    for (let count = 0; count < 31; count++)
      statuses.push((await limited.inject({ url, remoteAddress: '192.0.2.99' })).statusCode)
    await limited.close()
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
