import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, tellWhatItShows, type WatchedPage } from './browser.ts'
import { englishOn, englishWords } from './english-words.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { comeIn, deviceOf, forgetAll, walkIn, type WalkLanguage } from './walk-language.ts'
import { officeTasks } from './walk-office.ts'
import { fieldTasks } from './walk-fields.ts'
import { factorTasks } from './walk-factors.ts'
import { orderTasks } from './walk-orders.ts'
import { tradeTasks } from './walk-trade.ts'
import { beginningTasks } from './walk-beginnings.ts'
import { movementTasks } from './walk-movements.ts'
import { peopleTasks } from './walk-people.ts'
import { programTasks } from './walk-programs.ts'
import { storeTasks } from './walk-stores.ts'
import { stocktakeTasks } from './walk-stocktakes.ts'
import { stockTasks } from './walk-tasks.ts'
import { weighbridgeTasks } from './walk-weighbridge.ts'

// All tasks of docs/console.md, in a language that is not English.

const tasks = Object.entries({
  ...beginningTasks,
  ...weighbridgeTasks,
  ...movementTasks,
  ...storeTasks,
  ...fieldTasks,
  ...tradeTasks,
  ...orderTasks,
  ...peopleTasks,
  ...programTasks,
  ...stockTasks,
  ...stocktakeTasks,
  ...officeTasks,
  ...factorTasks,
})
interface Width {
  name: string
  isPhone: boolean
  width: number
}

export const phone: Width = { name: 'on a phone', isPhone: true, width: 390 }
export const laptop: Width = { name: 'on a laptop', isPhone: false, width: 1366 }

/** How far the page is pushed sideways, in pixels. */
const TOO_WIDE = 'document.documentElement.scrollWidth - innerWidth'

/** Walks every task of docs/console.md in a language, at each width, with one browser and one service. */
export function walkAll(language: WalkLanguage, widths: readonly Width[]): void {
  let browser: Browser
  let served: ServedConsole
  let english: Set<string>
  beforeAll(async () => {
    walkIn(language)
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    english = await englishWords(served.url, language)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  describe.each(widths)('$name', ({ name, isPhone, width }) => {
    let context: BrowserContext
    let watched: WatchedPage
    beforeAll(async () => {
      context = await deviceOf(browser, served.url, { isPhone, width })
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
      await walk({
        page,
        served,
        mark: String(width),
        expects: (fault) => void expected.push(fault),
        async another() {
          const other = await deviceOf(browser, served.url, { isPhone, width })
          onTestFinished(() => other.close())
          return other
        },
      })
      expect(await page.evaluate(TOO_WIDE)).toBeLessThanOrEqual(0)
      expect(await englishOn(page, english)).toEqual([])
      await watched.screenshot(`task ${task.slice(0, 40)} ${name}`)
      expect(watched.faults.filter((each) => !expected.some((fault) => fault.test(each)))).toEqual([])
    })
  })
}
