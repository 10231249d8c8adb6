import { expect, test } from 'vitest'
import { retryUntil } from './retry.ts'

test('what fails again and again is said once for each reason, and once that it is over', async () => {
  const said: string[] = []
  const tell = (details: object, message: string) =>
    void said.push(`${message} ${'err' in details ? String(details.err) : ''}`)
  const attempt = retryUntil({ info: tell, warn: tell }, { failed: 'not read:', again: 'read again' })
  const failing = (reason: string) => async () => {
    throw new Error(reason)
  }
  const tries = [failing('refused'), failing('refused'), failing('starting up'), failing('starting up')]
  for (const work of [...tries, async () => undefined, async () => undefined, failing('refused')])
    await attempt(work)
  expect(said).toEqual([
    'not read: Error: refused',
    'not read: Error: starting up',
    'read again ',
    'not read: Error: refused',
  ])
})
