import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, openPage, signIn, type View, type WatchedPage } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

/** A browser, and the console of the sample farm, for the tests of one `describe`. */
export interface UsedConsole {
  readonly browser: Browser
  readonly served: ServedConsole
  /** Signs the owner in, in a fresh browser profile, and opens a path. */
  open(at: string, view?: Partial<View>): Promise<WatchedPage>
}

interface Needs {
  drawsMaps?: boolean
  /** Of the sample farm. */
  countryISO?: string
}

/**
 * Launches and serves both before the tests of the `describe` that it is called in, and closes them after.
 *
 * @example const { open } = useConsole()
 */
export function useConsole({ countryISO = 'GB', ...needs }: Needs = {}): UsedConsole {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(needs), serveConsole({ countryISO })])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })
  return {
    get browser() {
      return browser
    },
    get served() {
      return served
    },
    async open(at, view = {}) {
      const watched = await openPage(browser, served, view)
      await signIn(watched, served, at)
      return watched
    },
  }
}
