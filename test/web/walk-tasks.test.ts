import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, tellWhatItShows, type WatchedPage } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { comeIn, forgetAll, germanDevice } from './walk-german.ts'
import { officeTasks } from './walk-office.ts'
import { stockTasks } from './walk-tasks.ts'
import { weighbridgeTasks } from './walk-weighbridge.ts'

// The tasks of docs/console.md that are marked as walked in German, at both widths, with one browser and one service.

const tasks = Object.entries({ ...weighbridgeTasks, ...stockTasks, ...officeTasks })
const widths = [
  { name: 'on a phone', isPhone: true, width: 390 },
  { name: 'on a laptop', isPhone: false, width: 1366 },
]

/** How far the page is pushed sideways, in pixels. */
const TOO_WIDE = 'document.documentElement.scrollWidth - innerWidth'

describe.runIf(hasBrowser)('in German', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  describe.each(widths)('$name', ({ name, isPhone, width }) => {
    let context: BrowserContext
    let watched: WatchedPage
    beforeAll(async () => {
      context = await germanDevice(browser, served.url, { isPhone, width })
      watched = await comeIn(context, served)
    })
    afterAll(() => context.close())
    test.each(tasks)('%s', async (task, walk) => {
      const { page } = watched
      await forgetAll(page)
      watched.faults.length = 0
      tellWhatItShows(watched)
      // What draws the map without a graphics card says how long it took.
      const expected = [/GL Driver Message/]
      await walk({ page, served, mark: String(width), expects: (fault) => void expected.push(fault) })
      expect(await page.evaluate(TOO_WIDE)).toBeLessThanOrEqual(0)
      await watched.screenshot(`task ${task.slice(0, 40)} ${name}`)
      expect(watched.faults.filter((each) => !expected.some((fault) => fault.test(each)))).toEqual([])
    })
  })
})
