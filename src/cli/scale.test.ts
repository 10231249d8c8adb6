import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test, onTestFinished } from 'vitest'
import { requestOf } from './indicator-requests.ts'
import { ANYBODY, render } from '../words/render.ts'
import { listenTo, openBridge } from './scale.ts'

const ORIGIN = 'https://granary.example'

/** An indicator behind a converter in the network, as far as it matters: whoever connects hears what it sends. Its lines are constructed, as the makes publish their formats; none was recorded. */
async function pretendIndicator() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    send: (bytes: Buffer) => sockets.forEach((socket) => socket.write(bytes)),
    hangUp: () => {
      sockets.forEach((socket) => socket.destroy())
      sockets.clear()
    },
  }
}

async function listenAt(
  port: number,
  headers: Record<string, string>,
  path = '/lines',
): Promise<IncomingMessage> {
  const [answer] = (await once(get({ port, path, headers }), 'response')) as [IncomingMessage]
  onTestFinished(() => void answer.destroy())
  return answer
}

test('what an indicator sends reaches a page byte by byte, also after it was away', async () => {
  const indicator = await pretendIndicator()
  const bridge = await openBridge([ORIGIN], 0)
  const states: string[] = []
  const { pass } = bridge
  const stop = listenTo(
    { host: '127.0.0.1', port: indicator.port },
    { pass, report: (state) => states.push(render(state, ANYBODY)) },
    20,
  )
  onTestFinished(async () => {
    stop()
    await bridge.close()
  })
  const answer = await listenAt(bridge.port, { Origin: ORIGIN })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'access-control-allow-origin': ORIGIN,
  })
  let heard = ''
  answer.setEncoding('utf8').on('data', (text: string) => {
    for (const [, data = '""'] of text.matchAll(/^data: (.*)$/gm)) heard += JSON.parse(data)
  })
  await expect.poll(() => indicator.sockets.size).toBe(1)
  const bytes = Buffer.from([2, 0xb1, 0x90, 13, ...Buffer.from('ST,GS,+   42660kg\r\n')])
  indicator.send(bytes)
  await expect.poll(() => heard).toBe(bytes.toString('latin1'))
  indicator.hangUp()
  await expect.poll(() => indicator.sockets.size).toBe(1)
  indicator.send(Buffer.from('ST,GS,+   14200kg\r\n'))
  await expect.poll(() => heard).toContain('14200')
  expect(states).toEqual([
    'The indicator is heard.',
    expect.stringMatching(/^The indicator is not heard: /),
    'The indicator is heard.',
  ])
})

test.each([
  ['another page', { Origin: 'https://elsewhere.example' }, '/lines'],
  ['somebody who is no page', {}, '/lines'],
  ['a name that was made to lead here', { Origin: ORIGIN, Host: 'elsewhere.example' }, '/lines'],
  ['whoever asks for something else', { Origin: ORIGIN }, '/'],
])('%s hears nothing', async (_who, headers: Record<string, string>, path) => {
  const bridge = await openBridge([ORIGIN], 0)
  onTestFinished(() => bridge.close())
  expect((await listenAt(bridge.port, headers, path)).statusCode).toBe(403)
})

/** Answers of indicators that send nothing by themselves, built after the layouts that their makers describe (indicator-requests.ts). */
test.each([
  ['mettler-toledo', 'SI\r\n', 'S S      42660 kg\r\n'],
  ['dini-argeo', 'READ\r\n', 'ST,GS,   42660,kg\r\n'],
  ['systec', '<RM>', '<000014.08.2609:3047111   42660       0   42660kg  1  0 1234>\r\n'],
  ['avery-weigh-tronix', '\nW\r', '\n 1G       42660kg \r'],
  ['Q\\r', 'Q\r', 'ST,GS,+   42660kg\r\n'],
])('an indicator that sends nothing by itself is asked: %s', async (make, request, line) => {
  const indicator = await pretendIndicator()
  let asked = ''
  let heard = ''
  const report = () => undefined
  const pass = (bytes: Buffer) => void (heard += bytes.toString('latin1'))
  const stop = listenTo(
    { host: '127.0.0.1', port: indicator.port },
    { pass, report, request: requestOf(make) },
  )
  onTestFinished(stop)
  await expect.poll(() => indicator.sockets.size).toBe(1)
  for (const socket of indicator.sockets)
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1')
      socket.write(line)
    })
  await expect.poll(() => heard, { timeout: 5000 }).toContain(line)
  expect(asked.startsWith(request)).toBe(true)
})

test('a make that nobody knows is refused, with those that are known', () => {
  expect(() => requestOf('bizerba')).toThrow('mettler-toledo, dini-argeo, systec, avery-weigh-tronix')
})

test('two indicators and a meter are heard apart', async () => {
  const bridge = await openBridge([ORIGIN], 0)
  onTestFinished(() => bridge.close())
  const heard = ['', '', '']
  for (const [index, path] of ['/lines', '/lines/2', '/meter'].entries()) {
    const answer = await listenAt(bridge.port, { Origin: ORIGIN }, path)
    answer.setEncoding('utf8').on('data', (text: string) => (heard[index] += text))
  }
  bridge.pass(Buffer.from('in'))
  bridge.pass(Buffer.from('out'), '/lines/2')
  bridge.pass(Buffer.from('Moisture 14.2 %'), '/meter')
  await expect
    .poll(() => heard.map((text) => /data: (.*)/.exec(text)?.[1]))
    .toEqual(['"in"', '"out"', '"Moisture 14.2 %"'])
})

test('a meter that goes away is said to be a meter', async () => {
  const meter = await pretendIndicator()
  const states: string[] = []
  const stop = listenTo(
    { host: '127.0.0.1', port: meter.port },
    { pass: () => undefined, report: (state) => states.push(render(state, ANYBODY)), isMeter: true },
    20,
  )
  onTestFinished(stop)
  await expect.poll(() => meter.sockets.size).toBe(1)
  meter.send(Buffer.from('Moisture 14.2 %\r\n'))
  await expect.poll(() => states).toEqual(['The meter is heard.'])
  meter.hangUp()
  await expect.poll(() => states[1]).toMatch(/^The meter is not heard: /)
})
