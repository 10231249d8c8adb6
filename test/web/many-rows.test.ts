import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

const ALL = 100_000
/** A first page as the service gives it; the others are larger, so that the end is reached with fewer requests. */
const FIRST = 200
const LATER = 5000
/** As many as fit a screen, and some before and after them. */
const MOST_DRAWN = 60

test.runIf(hasBrowser).each([
  ['a desktop', false],
  ['a phone', true],
])(
  'of 100,000 movements %s draws only those in view, and scrolls through them as through few',
  { timeout: 600_000 },
  async (_name, isPhone) => {
    const [browser, served]: [Browser, ServedConsole] = await Promise.all([launchBrowser(), serveConsole()])
    try {
      const watched = await openPage(browser, served, { isPhone })
      const { page } = watched
      await manyMovements(page, served)
      await signIn(watched, served, '/movements')
      await page.getByRole('region', { name: 'Movements' }).waitFor()
      await expect.poll(() => rowCount(page)).toBe(FIRST)
      // Not to the end, where more would be asked for.
      const few = await scrollThrough(page, 0.5)
      await scrollToTheEnd(page)
      const many = await scrollThrough(page, 1)
      expect(Math.max(few.drawn, many.drawn)).toBeLessThanOrEqual(MOST_DRAWN)
      // Twice the time would be felt; that much is left to a machine on which other tests run.
      expect(many.frameMs).toBeLessThan(few.frameMs * 3)
      await page.getByText(`N-${ALL}`).first().waitFor()
      const last = page.locator(isPhone ? '[aria-posinset]' : 'tr[aria-rowindex]').last()
      expect(await last.getAttribute(isPhone ? 'aria-posinset' : 'aria-rowindex')).toBe(
        String(isPhone ? ALL : ALL + 1),
      )
      await watched.expectSound()
    } finally {
      await browser.close()
      await served.close()
    }
  },
)

/** At the edge of the network: pages of movements that are like one of the farm's, but for their numbers. */
async function manyMovements(page: Page, { ask }: ServedConsole): Promise<void> {
  const answer = await ask('GET', '/api/inventory/movements?limit=1')
  const [like] = answer.docs
  await page.route('**/api/inventory/movements?**', (route) => {
    const query = new URL(route.request().url()).searchParams
    if (query.get('limit') !== String(FIRST)) return route.continue()
    const offset = Number(query.get('offset') ?? 0)
    const count = Math.min(offset === 0 ? FIRST : LATER, ALL - offset)
    const docs = Array.from({ length: count }, (_row, index) => ({
      ...like,
      id: 1_000_000 + offset + index,
      uid: `N-${offset + index + 1}`,
      driver: { ...like.driver, vehicleRegistration: `N-${offset + index + 1}` },
    }))
    return route.fulfill({ json: { ...answer, docs, totalDocs: ALL, offset, limit: FIRST } })
  })
}

/** How many rows the page says there are so far. */
function rowCount(page: Page): Promise<number> {
  return page.evaluate(() => {
    const region = Reflect.get(globalThis, 'document').querySelector('.scroll.tall')
    const table = region.querySelector('table')
    if (table) return Number(table.getAttribute('aria-rowcount')) - 1
    return Number(region.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0)
  })
}

/** Goes on to the end of what is there until all of it is. */
async function scrollToTheEnd(page: Page): Promise<void> {
  for (let known = FIRST; known < ALL;) {
    await page.evaluate(() => {
      const region = Reflect.get(globalThis, 'document').querySelector('.scroll.tall')
      region.scrollTop = region.scrollHeight
    })
    await expect.poll(() => rowCount(page), { timeout: 60_000 }).toBeGreaterThan(known)
    known = await rowCount(page)
  }
}

/** Scrolls between the top and places further on in a part of the rows, in forty steps: the most rows that were drawn, and what half of the steps took at most. */
function scrollThrough(page: Page, part: number): Promise<{ drawn: number; frameMs: number }> {
  return page.evaluate(
    async ({ steps, part }) => {
      const region = Reflect.get(globalThis, 'document').querySelector('.scroll.tall')
      const frame = () => new Promise((done) => Reflect.get(globalThis, 'requestAnimationFrame')(done))
      const times: number[] = []
      let drawn = 0
      region.scrollTop = 0
      await frame()
      for (let step = 1; step <= steps; step++) {
        const began = performance.now()
        // Back and forth, so that each step draws all its rows anew, however long the list is.
        region.scrollTop = step % 2 === 1 ? 0 : (region.scrollHeight * part * (step + steps)) / (2 * steps)
        await frame()
        await frame()
        times.push(performance.now() - began)
        drawn = Math.max(drawn, region.querySelectorAll('[aria-posinset], tbody tr').length)
      }
      return { drawn, frameMs: times.toSorted((a, b) => a - b)[Math.floor(steps / 2)] ?? 0 }
    },
    { steps: 40, part },
  )
}
