import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { serveConsole } from './service.ts'

// What a page weighs on the line, packed. Bytes are held strictly.

const KB = 1000
const dist = path.join(import.meta.dirname, '../../web/dist')

const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
const sheets = [...page.matchAll(/href="\.\/(assets\/[^"]+\.css)"/g)].map(([, name = '']) => name)

test('the first style sheet begins with the weakest layer: one that came before it would be weaker still', () => {
  const first = sheets
    .map((name) => readFileSync(path.join(dist, name), 'utf8'))
    .find((text) => text.includes('@layer'))
  expect(/@layer (\w+)/.exec(first ?? '')?.[1]).toBe('reset')
})

test('the style sheets are within 25 kB', () => {
  const bytes = sheets.map((name) => readFileSync(path.join(dist, `${name}.gz`)).length)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(25 * KB)
})

test.runIf(hasBrowser)(
  'the weighbridge takes 175 kB of scripts, and 260 kB for its first picture',
  async () => {
    const [browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    try {
      const watched = await openPage(browser, served)
      await signIn(watched, served)
      // A fresh visit of somebody who is signed in, without the service worker's help.
      const page = await (
        await browser.newContext({
          storageState: await watched.context.storageState(),
          serviceWorkers: 'block',
        })
      ).newPage()
      const sizes = new Map<string, number>()
      page.on('requestfinished', async (request) => {
        const { responseBodySize } = await request.sizes()
        sizes.set(request.url(), responseBodySize)
      })
      await page.goto(`${served.url}/weighbridge`)
      await page.locator('.bay-option').first().waitFor()
      await page.waitForTimeout(500)
      const sum = (pattern: RegExp) =>
        [...sizes].filter(([url]) => pattern.test(url)).reduce((total, [, bytes]) => total + bytes, 0)
      expect(sum(/\.js$/)).toBeLessThan(175 * KB)
      expect(sum(/./)).toBeLessThan(260 * KB)
    } finally {
      await browser.close()
      await served.close()
    }
  },
)
