import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

let served: ServedConsole
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  ;[served, browser] = await Promise.all([serveConsole({ demo: false }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

// The reference shares the console's origin: what ran in it could use the session of whoever reads it.
describe.runIf(hasBrowser)('the reference of the API', () => {
  test('shows the operations, tries one, and runs no script but its own', async () => {
    const { page, faults } = await openPage(browser, served)
    const answer = await page.goto('/docs/')
    const policy = (await answer?.headerValue('content-security-policy')) ?? ''
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self' 'sha256-.{44}'$/)
    await page.getByText('List Storage').first().waitFor()
    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .click()
    const tried = page.waitForResponse(/\/api\/inventory\/storage\?/)
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await tried).status()).toBe(401)
    expect(faults.filter((each) => !each.includes('401'))).toEqual([])

    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="wasLetIn = 1">')
      document.body.append(Object.assign(document.createElement('script'), { text: 'wasLetIn = 2' }))`)
    await expect.poll(() => faults.filter((each) => each.includes('Content Security Policy'))).toHaveLength(2)
    expect(await page.evaluate('typeof wasLetIn')).toBe('undefined')
  })
})
