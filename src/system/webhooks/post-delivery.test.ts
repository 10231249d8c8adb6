import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { message } from '../../words/catalogue.ts'
import { PrivateNetworks } from './addresses.ts'
import { postDelivery, type Post } from './post-delivery.ts'
import { openReceiver } from './test-receiver.ts'
import { deliver, happen, makeWebhook, openWithLoopback } from './test-webhooks.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerWith()
})

const loopback = new PrivateNetworks(['127.0.0.0/8'])
const always = new AbortController().signal
const post = (url: string, overrides: Partial<Post> = {}): Post => ({
  url,
  id: 'evt_1-1',
  at: new Date('2026-08-14T08:30:00Z'),
  body: '{"id":"1-1"}',
  secrets: ['whsec_c2VjcmV0'],
  ...overrides,
})

/** Names that mean what a test says, one after the other. */
function namesOf(...answers: string[][]) {
  let asked = 0
  return async () => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}

const never = () => Promise.reject(new Error('no name is asked for'))
const send = (url: string, mostMs?: number) =>
  postDelivery({ networks: loopback, resolve: never, ...(mostMs && { mostMs }) }, post(url), always)

describe('a post', () => {
  test('goes to the address that its name was judged by, under its name', async () => {
    const url = `http://erp.farm.example:${receiver.port}/hook?x=1`
    const resolve = namesOf(['127.0.0.1'])
    expect(await postDelivery({ networks: loopback, resolve }, post(url), always)).toEqual({
      status: 204,
      problem: null,
      retryAfterSeconds: null,
    })
    expect(receiver.received).toMatchObject([
      { path: '/hook?x=1', headers: { host: `erp.farm.example:${receiver.port}` }, body: '{"id":"1-1"}' },
    ])
  })

  test('goes nowhere when the name means something else by then', async () => {
    const url = `http://erp.farm.example:${receiver.port}/hook`
    const networks = new PrivateNetworks(['127.0.0.1/32'])
    const resolve = namesOf(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'])
    const problems = []
    for (let attempt = 0; attempt < 3; attempt++)
      problems.push((await postDelivery({ networks, resolve }, post(url), always)).problem)
    const refused = message('urlLeadsToInnerAddress', {})
    expect(problems).toEqual([null, refused, refused])
    expect(receiver.received).toHaveLength(1)
  })

  test('goes to no address of the machine unless that is the installation’s own', async () => {
    const none = new PrivateNetworks([])
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      '0',
    ]) {
      const url = `http://${host}:${receiver.port}/`
      const { status, problem } = await postDelivery({ networks: none, resolve: never }, post(url), always)
      expect({ status, problem }, host).toEqual({
        status: null,
        problem: message('urlLeadsToInnerAddress', {}),
      })
    }
    expect(receiver.received).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])('follows no %i', async (status) => {
    receiver.answerWith((response) => response.writeHead(status, { location: '/elsewhere' }).end())
    expect(await send(receiver.url)).toMatchObject({ status, problem: { id: 'receiverSendsElsewhere' } })
    expect(receiver.received).toHaveLength(1)
  })

  test('reads no more of an answer than it has to', async () => {
    let sent = 0
    receiver.answerWith((response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 16
        response.once('drain', pour)
      }
      pour()
    })
    expect(await send(receiver.url)).toMatchObject({ status: 200, problem: null })
    expect(sent).toBeLessThan(16 * 1024)
  })

  test('believes the status of an answer that does not end, and does not wait for ever', async () => {
    receiver.answerWith((response) => void response.writeHead(200).write('and'))
    expect(await send(receiver.url, 200)).toMatchObject({ status: 200, problem: null })
  })

  test('is over where the receiver wants to speak something else from then on', async () => {
    receiver.answerWith(({ socket }) => {
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    expect(await send(receiver.url)).toEqual({
      status: 101,
      problem: message('receiverAnswered', { status: 101 }),
      retryAfterSeconds: null,
    })
  })

  test('gives a silent receiver up', async () => {
    receiver.answerWith('hang')
    expect(await send(receiver.url, 150)).toEqual({
      status: null,
      problem: message('receiverTookTooLong', {}),
      retryAfterSeconds: null,
    })
  })

  test('gives a name that nobody answers for up', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    const url = 'http://erp.farm.example/'
    expect(await postDelivery({ networks: loopback, resolve, mostMs: 100 }, post(url), always)).toMatchObject(
      { problem: message('receiverTookTooLong', {}) },
    )
  })

  test('says what is wrong where nobody listens, or somebody breaks off', async () => {
    const closed = await openReceiver()
    await closed.close()
    expect(await send(closed.url)).toMatchObject({ problem: message('nobodyAnswersThere', {}) })
    receiver.answerWith('reset')
    expect(await send(receiver.url)).toMatchObject({ problem: message('connectionBrokeOff', {}) })
  })

  test('by TLS to what has none is no safe connection', async () => {
    expect(await send(receiver.url.replace('http:', 'https:'))).toMatchObject({
      status: null,
      problem: message('receiverHasNoTls', {}),
    })
    expect(receiver.received).toEqual([])
  })

  test('heeds when it is to come again', async () => {
    receiver.answerWith(
      (response) => response.writeHead(429, { 'retry-after': '90' }).end(),
      (response) => response.writeHead(503, { 'retry-after': 'Fri, 14 Aug 2026 09:00:00 GMT' }).end(),
    )
    expect(await send(receiver.url)).toMatchObject({ status: 429, retryAfterSeconds: 90 })
    expect(await send(receiver.url)).toMatchObject({ status: 503, retryAfterSeconds: null })
  })
})

test('a webhook whose name comes to mean something private is not delivered to, and its log says why', async () => {
  const service = await openWithLoopback(namesOf(['127.0.0.1'], ['192.168.0.1']))
  try {
    const farm = await makeOrganisation(service)
    const { path } = await makeWebhook(farm, `http://erp.farm.example:${receiver.port}/`)
    await happen(farm)
    await happen(farm)
    await deliver(service)
    expect(receiver.received).toHaveLength(1)
    expect(ok(await farm.as('owner').get(`${path}/deliveries?status=retrying`)).docs).toMatchObject([
      {
        responseStatus: 0,
        lastProblem: 'The URL leads to an address that is not on the open internet.',
      },
    ])
  } finally {
    await service.close()
  }
})
