import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

// Random days at a weighbridge with a bad line: what is in the book at the end is what the tickets say, to the gram.

/** A few with every run; WEB_HISTORIES=50 asks for more. */
const HISTORIES = Number(process.env['WEB_HISTORIES'] ?? 2)
const STEPS = 9
/** An entry that got lost several times is sent again after half a minute at the latest. */
const PATIENCE_MS = 300_000

interface Load {
  full: number
  empty: number | null
}

describe.runIf(hasBrowser)('random histories', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await seedIntakes(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const loadsInBook = async (): Promise<Load[]> => {
    const { docs } = await served.ask(
      'GET',
      '/api/inventory/movements?type=intake&limit=200&sortBy=id&sortDesc=true',
    )
    return docs.map(({ weighbridge }: InBook) => ({
      full: weighbridge.full.weight,
      empty: weighbridge.empty.weight,
    }))
  }

  test.each(Array.from({ length: HISTORIES }, (_each, index) => index))(
    'number %i: movements are tickets',
    { timeout: PATIENCE_MS },
    async (index) => {
      const random = randomFrom(inject('seed') + index)
      const pick = <T>(...from: T[]) => from[Math.floor(random() * from.length)] ?? from[0]
      const weight = (least: number) => Math.round((least + random() * 3000) * 1000) / 1000
      const watched = await openPage(browser, served, { hasWorker: true })
      await signIn(watched, served, '/weighbridge')
      const { context } = watched
      let { page } = watched
      await page.locator('.chip').first().waitFor()
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
      await page.waitForTimeout(1000)
      const before = await loadsInBook()
      const line = await badLine(context, random)
      const tickets: Load[] = []
      for (let step = 0; step < STEPS; step++) {
        const isWaiting = tickets.some(({ empty }) => empty === null)
        const what = pick(
          ...(['in', 'in', 'whole', isWaiting ? 'again' : 'in', 'off', 'on', 'reload', 'tab'] as const),
          ...(['kill', 'portal', 'clock', 'wrong', 'correct, and away'] as const),
        )
        if (what === 'in') tickets.push(await enter(page, weight(38_000)))
        if (what === 'whole') tickets.push(await enter(page, weight(38_000), { isWhole: true }))
        if (what === 'wrong')
          tickets.push(await enter(page, weight(38_000), { isWhole: true, isWrong: true }))
        if (what === 'again') await finish(page, tickets, weight(11_000))
        if (what === 'off') await context.setOffline(true)
        if (what === 'on') await context.setOffline(false)
        if (what === 'portal') line.isPortal = !line.isPortal
        if (what === 'clock')
          await page.clock.setSystemTime(Date.now() + (Math.floor(random() * 3) - 1) * 86_400_000)
        if (what === 'correct, and away') await correctAndLeave(page)
        if (what === 'reload') await page.reload()
        if (what === 'tab') page = await openTab(context, page)
        if (what === 'kill') page = await openTab(context, page, { isKilled: true })
        await page.locator('.chip').first().waitFor()
      }
      Object.assign(line, { isBad: false, isPortal: false })
      await context.setOffline(false)
      await page.reload()
      await expect
        .poll(() => putRight(page), { timeout: 120_000, interval: 500 })
        .toBe('Everything is in the book')
      const after = await loadsInBook()
      const added = after.slice(0, after.length - before.length)
      const sorted = (loads: Load[]) =>
        loads
          .map(({ full, empty }) => `${full} ${empty}`)
          .sort()
          .join('\n')
      expect(sorted(added)).toEqual(sorted(tickets))
    },
  )
})

/** Random numbers that a seed gives again: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface InBook {
  weighbridge: { full: { weight: number }; empty: { weight: number | null } }
}

interface BadLine {
  isBad: boolean
  /** The page of a network answers in place of the service. */
  isPortal: boolean
}

/** A line on which a third of the answers get lost after the service has done what was asked. */
async function badLine(context: BrowserContext, random: () => number): Promise<BadLine> {
  const line = { isBad: true, isPortal: false }
  await context.route(/\/api\/inventory\/(loads|movements\/\d+\/actions)$/, async (route) => {
    if (line.isPortal)
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Please sign in</h1>' })
    if (!line.isBad || random() > 0.35) return route.continue()
    if (random() > 0.5) await route.fetch()
    return route.abort('connectionreset')
  })
  return line
}

async function enter(page: Page, full: number, { isWhole = false, isWrong = false } = {}): Promise<Load> {
  await page.locator('.chip').first().click()
  if (isWrong) {
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: WRONG_BAY }).check({ force: true })
    await page.getByRole('radio', { name: 'Stored for the sender' }).check({ force: true })
  }
  await page.getByLabel('Full').fill(String(full))
  await page.getByLabel('Full').blur()
  let empty: number | null = null
  if (isWhole) {
    const tare = page.getByRole('button', { name: /^Use / })
    await tare.click()
    // A newer tare may come at any moment; once it is taken over the button says which it was.
    const taken = page.getByRole('button', { name: /^Use /, pressed: true })
    empty = Number(/Use ([\d,.]+) kg/.exec(await taken.innerText())?.[1]?.replaceAll(',', ''))
  }
  // A lorry of an earlier day may still be in the yard, weighed on another device.
  const other = page.getByRole('button', { name: 'Another load' })
  if (await other.isVisible()) await other.click()
  await page.getByRole('button', { name: isWhole ? 'Finish ticket' : 'Save and send to tip' }).click()
  // The form is free for the next lorry once this one is kept; beyond six the yard folds the others.
  await expect.poll(() => page.getByLabel('Full').inputValue()).toBe('')
  return { full, empty }
}

/** Weighs the lorry again that is first in the yard. */
async function finish(page: Page, tickets: Load[], empty: number): Promise<void> {
  const row = page.locator('button.row').first()
  await row.click()
  const facts = await page.locator('.facts').innerText()
  const full = Number(/Full\s+([\d,.]+) kg/.exec(facts)?.[1]?.replaceAll(',', ''))
  const ticket = tickets.find((each) => each.full === full)
  if (!ticket) return page.getByRole('button', { name: 'New ticket' }).click()
  await page.getByLabel('Empty').fill(String(empty))
  await page.getByLabel('Empty').blur()
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page.locator('.chip').first().waitFor()
  ticket.empty = empty
}

/** Another tab takes over; the first stays open behind it, or its browser was killed. */
async function openTab(context: BrowserContext, page: Page, { isKilled = false } = {}): Promise<Page> {
  const address = page.url()
  const next = await context.newPage()
  if (isKilled) await page.close({ runBeforeUnload: false })
  await next.goto(address)
  return next
}

/** What lies there belongs to somebody else. */
const WRONG_BAY = /Hill 1/
const RIGHT_BAY = /Hill 3/

/** Opens what was refused, if anything, and goes on with another lorry instead. */
async function correctAndLeave(page: Page): Promise<void> {
  const correct = page.getByRole('button', { name: 'Correct' })
  if (!(await correct.first().isVisible())) return
  await correct.first().click()
  await page.getByRole('form', { name: /^Correct/ }).waitFor()
  await page.getByRole('button', { name: 'New ticket' }).click()
}

/** Puts a refused ticket right, if there is one; answers what the page says of all of them. */
async function putRight(page: Page): Promise<string | null> {
  const correct = page.getByRole('button', { name: 'Correct' })
  if (await correct.first().isVisible()) {
    await correct.first().click()
    await page.getByRole('form', { name: /^Correct/ }).waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: RIGHT_BAY }).check({ force: true })
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.getByRole('form', { name: 'New ticket' }).waitFor()
  }
  return page.locator('.top .connection').textContent()
}
