import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { ANYBODY, render } from '../words/render.ts'
import { listenTo } from './scale.ts'
import { isDevice, isSerialPort, openSerialPort } from './serial-port.ts'

test.each([
  ['/dev/ttyUSB0', true, false],
  ['COM3', true, true],
  ['com12', true, true],
  ['192.168.1.50:4001', false, false],
  ['COM3.barn.lan:4001', false, false],
])('%s', (text, device, serialPort) => {
  expect(isDevice(text)).toBe(device)
  expect(isSerialPort({ device: text })).toBe(serialPort)
})

test('a file whose rate is given is a serial port', () => {
  expect(isSerialPort({ device: '/dev/ttyUSB0', baud: 9600 })).toBe(true)
})

/** A pair of ends as the kernel makes for terminals: the one behaves as a serial port, and what it is sent is answered at the other. */
const CABLE = `
import os, sys, pty, termios, tty
here, there = pty.openpty()
tty.setraw(there)
print(os.ttyname(there), flush=True)
while True:
    asked = os.read(here, 100)
    print(repr(asked), termios.tcgetattr(there)[4] == termios.B4800, flush=True)
    os.write(here, b'\\xb1ST,GS,+   42660kg\\r\\n')
`
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

test.skipIf(!hasPython)(
  'an indicator at a cable is asked and heard at its rate, and waited for when the cable is gone',
  async () => {
    const cable = spawn('python3', ['-c', CABLE], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void cable.kill())
    const lines = createInterface({ input: cable.stdout })[Symbol.asyncIterator]()
    const device = (await lines.next()).value ?? ''
    const states: string[] = []
    let heard = ''
    const stop = listenTo(
      { device, baud: 4800 },
      {
        pass: (bytes) => void (heard += bytes.toString('latin1')),
        report: (state) => states.push(render(state, ANYBODY)),
        request: 'SI\r\n',
      },
      20,
    )
    onTestFinished(stop)
    expect((await lines.next()).value).toBe(String.raw`b'SI\r\n' True`)
    await expect.poll(() => heard).toContain('\u00B1ST,GS,+   42660kg\r\n')
    cable.kill()
    await expect.poll(() => states.length).toBeGreaterThan(1)
    const [first, ...later] = states
    expect(first).toBe('The indicator is heard.')
    for (const state of later) expect(state).toMatch(/is not heard/)
  },
)

test('a port that is not there ends with the reason', async () => {
  const port = openSerialPort('/dev/no-such-port')
  const [error] = (await once(port, 'error')) as [Error]
  expect(error.message).toContain('/dev/no-such-port')
  expect(port.destroyed).toBe(true)
})
