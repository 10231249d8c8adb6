import { execFile, execFileSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openReceiver } from '../../src/system/webhooks/test-receiver.ts'
import { serveConsole } from '../web/service.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { findPython } from './find-python.ts'

// The Python client tries itself against the real service: clients/python/tests has the tests.

const LIBRARY = path.resolve(import.meta.dirname, '../../clients/python')

const python = findPython()

test.runIf(python !== undefined)('the Python client does nothing twice, and hears everything', async () => {
  const served = await serveConsole({ demo: false })
  const proxy = await openFaultyProxy(served.url)
  const receiver = await openReceiver()
  onTestFinished(async () => {
    await receiver.close()
    await proxy.close()
    await served.close()
  })
  const { secret } = await served.ask('POST', '/api/system/webhooks', { url: receiver.url })
  await expect
    .poll(async () => {
      await served.workOff()
      return receiver.received.length
    })
    .toBeGreaterThan(0)
  const [{ headers, body } = {}] = receiver.received
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: LIBRARY,
    PYTHONDONTWRITEBYTECODE: '1',
    GRANARY_URL: served.url,
    GRANARY_PROXY: proxy.url,
    GRANARY_KEY: served.apiKey,
    GRANARY_WEBHOOK: JSON.stringify({ secret, headers, body }),
  }
  const { stderr } = await promisify(execFile)('python3', ['-W', 'error', 'tests/test_client.py'], {
    cwd: LIBRARY,
    env,
  })
  expect(stderr).toMatch(/Ran 15 tests in .*\n\nOK\n$/)
})

test.runIf(python !== undefined)('its types are Python', () => {
  execFileSync('python3', ['-c', 'import granary.operations'], {
    cwd: LIBRARY,
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
  })
})
