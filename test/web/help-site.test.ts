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

describe.runIf(hasBrowser)('the help', () => {
  test('is public, keeps to itself, and looks right on every screen', async () => {
    const answer = await fetch(`${served.url}/help`)
    expect([answer.status, answer.url]).toEqual([200, `${served.url}/help/`])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('connect-src')
    expect((await fetch(`${served.url}/help/nothing.html`)).status).toBe(404)
    expect((await fetch(`${served.url}/help/..%2f..%2fpackage.json`)).status).toBe(404)

    const { page, expectLooks } = await openPage(browser, served)
    for (const name of [
      'index',
      'weighbridge',
      'rules',
      'clients',
      'pictures',
      'decisions/0180-client-libraries',
    ]) {
      await page.goto(`/help/${name}.html`)
      await page.locator('h1').waitFor()
      await expectLooks(`help ${name.replace('/', ' ')}`)
    }
  })

  test('finds a page as it is typed, by keyboard alone', async () => {
    const { page, expectSound, screenshot } = await openPage(browser, served)
    await page.goto('/help/decisions/index.html')
    await page.keyboard.press('/')
    await page.keyboard.type('idempot')
    const found = page.locator('#found a')
    await expect.poll(() => found.count()).toBeGreaterThan(3)
    await screenshot('help found')
    await expectSound()
    await page.getByRole('searchbox').fill('grain pasport')
    await expect.poll(async () => (await found.allInnerTexts()).join(' ')).toMatch(/passport/i)
    await page.getByRole('searchbox').fill('idempotency-key sending twice')
    await expect.poll(() => found.first().innerText()).toContain('Sending twice')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/help\/api\.html#sending-twice/)
    await page.getByRole('searchbox').fill('xqzw')
    await page.getByText('Nothing is called “xqzw”.').waitFor()
    await expectSound()
  })

  test('is one link from every screen', async () => {
    const { page } = await openPage(browser, served)
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(served.owner.email)
    await page.getByLabel('Password').fill(served.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('#content').waitFor()
    await page.keyboard.press('?')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: /^The handbook/ }).click()
    const help = await opened
    await help.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    expect(new URL(help.url()).pathname).toBe('/help/')
  })
})
