import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { viewportOf } from './chromium.ts'
import { serveConsole, type ServedConsole } from './service.ts'

const ALL = 100_000
/** A first page as the service gives it; the others are larger, so that the end is reached with fewer requests. */
const FIRST = 200
const LATER = 5000
/** As many as fit a screen, and some before and after them. */
const MOST_DRAWN = 60

test.runIf(hasBrowser)(
  'of 100,000 movements a desktop and a phone draw only those in view, and scroll through them as through few',
  { timeout: 600_000 },
  async () => {
    const [browser, served]: [Browser, ServedConsole] = await Promise.all([launchBrowser(), serveConsole()])
    try {
      const watched = await openPage(browser, served)
      const { page } = watched
      await manyMovements(page, served)
      await signIn(watched, served, '/movements')
      await page.getByRole('region', { name: 'Movements' }).waitFor()
      await expect.poll(() => rowCount(page)).toBe(FIRST)
      // Not to the end, where more would be asked for.
      const few = await onEach(page, () => scrollThrough(page, 0.5))
      await scrollToTheEnd(page, { from: FIRST, to: ALL })
      const many = await onEach(page, async (isPhone) => {
        const scrolled = await scrollThrough(page, 1)
        await page.getByText(`N-${ALL}`).first().waitFor()
        const last = page.locator(isPhone ? '[aria-posinset]' : 'tr[aria-rowindex]').last()
        expect(await last.getAttribute(isPhone ? 'aria-posinset' : 'aria-rowindex')).toBe(
          String(isPhone ? ALL : ALL + 1),
        )
        await watched.expectSound()
        return scrolled
      })
      expectAsQuick(few, many)
    } finally {
      await browser.close()
      await served.close()
    }
  },
)

const MANY = 10_000
/** A page of these as the console asks for it. */
const PAGE = 100

test.runIf(hasBrowser)(
  'of 10,000 conversations and 10,000 questions only those in view are drawn, and the last ones are reached',
  { timeout: 600_000 },
  async () => {
    const [browser, served]: [Browser, ServedConsole] = await Promise.all([launchBrowser(), serveConsole()])
    try {
      await manyWords(served)
      const watched = await openPage(browser, served)
      const { page } = watched
      await signIn(watched, served, '/messages')
      for (const [at, last] of [
        ['/messages', 'Load 10000'],
        ['/questions', 'Is this rust? 10000'],
      ] as const) {
        await page.goto(at)
        await page.locator('[aria-posinset]').first().waitFor()
        await expect.poll(() => rowCount(page)).toBe(PAGE)
        const few = await onEach(page, () => scrollThrough(page, 0.5))
        await scrollToTheEnd(page, { from: PAGE, to: MANY })
        const many = await onEach(page, async () => {
          const scrolled = await scrollThrough(page, 1)
          await page.getByText(last).waitFor()
          expect(await page.locator('[aria-posinset]').last().getAttribute('aria-posinset')).toBe(
            String(MANY),
          )
          await watched.expectSound()
          return scrolled
        })
        expectAsQuick(few, many)
      }
    } finally {
      await browser.close()
      await served.close()
    }
  },
)

type Scrolled = Awaited<ReturnType<typeof scrollThrough>>

/** On a desktop and on a phone, no more rows are drawn of many than fit a screen, and none slower than of few. */
function expectAsQuick(few: Scrolled[], many: Scrolled[]): void {
  for (const [index, { drawn, frameMs }] of many.entries()) {
    expect(Math.max(few[index]?.drawn ?? 0, drawn)).toBeLessThanOrEqual(MOST_DRAWN)
    // Twice the time would be felt; that much is left to a machine on which other tests run.
    expect(frameMs).toBeLessThan((few[index]?.frameMs ?? 0) * 3)
  }
}

/** As wide as a desktop, then as a phone, in place: all the rows are fetched once. */
async function onEach<T>(page: Page, work: (isPhone: boolean) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (const isPhone of [false, true]) {
    await page.setViewportSize(viewportOf(isPhone))
    await page
      .locator(isPhone ? '.tall [aria-posinset]' : '.tall :is(tbody tr, ul:not(.compact) [aria-posinset])')
      .first()
      .waitFor({ state: 'attached' })
    all.push(await work(isPhone))
  }
  await page.setViewportSize(viewportOf(false))
  return all
}

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

/** In the book of the service: conversations of the console's owner with somebody else, and questions of the organisation. */
async function manyWords(served: ServedConsole): Promise<void> {
  const sam = await served.addOrganisation('Valley Mill', ['Sam', 'Brook'])
  const { id: own } = await served.ask('GET', '/api/identity/organisation')
  const [first, second] = [sam.userId, sam.consoleOwnerId].toSorted()
  const numbers = sql`generate_series(1, ${sql.lit(MANY)}) n`
  const at = sql`now() - n * interval '1 minute'`
  await sql`
    insert into conversations (id, first_member_id, second_member_id, title, created_by, created_at, last_message_at, message_count,
      first_read_count, second_read_count)
    select gen_random_uuid(), ${first}, ${second}, 'Load ' || n, ${sam.userId}, ${at}, ${at}, 1, 1, 1 from ${numbers}`.execute(
    served.db,
  )
  await sql`
    insert into conversation_messages (conversation_id, number, sent_by, sent_by_name, organisation_id, message, sent_at)
    select id, 1, ${sam.userId}, 'Sam Brook', ${sam.id}, 'Is it still there?', last_message_at from conversations`.execute(
    served.db,
  )
  await sql`
    insert into expert_questions (id, organisation_id, user_id, user_name, reply_to, kind, question, status, created_at, sent_at)
    select gen_random_uuid(), ${own}, ${sam.consoleOwnerId}, 'Ann Hill', 'ann@hillfarm.example', 'question',
      repeat('It looks like this on every leaf. ', n % 7) || 'Is this rust? ' || n, 'sent', ${at}, ${at} from ${numbers}`.execute(
    served.db,
  )
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
async function scrollToTheEnd(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  for (let known = from; known < to;) {
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
