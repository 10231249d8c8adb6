import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { CHROMIUM, newContext, viewportOf, views, type View } from './chromium.ts'
import type { ServedConsole } from './service.ts'

export { devices, launchBrowser, views, type View } from './chromium.ts'

/** Whether browser tests can run here; where they cannot, a line says so. */
export const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser) process.stdout.write(`There is no ${CHROMIUM}, so the console is not tested in a browser.\n`)

/** Where screenshots are kept, if anybody wants them: SCREENSHOTS=folder. */
const SHOTS = process.env['SCREENSHOTS']

/** A page that notes what goes wrong in it. */
export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Faults in the browser's console, and requests to anybody else. */
  faults: string[]
  /** No fault so far but those expected, and axe finds nothing. */
  expectSound(expected?: RegExp): Promise<void>
  /** The same in each view, or in these, one after the other in place, with nothing wider than it; then in the view of before. A flow is gone through once. */
  expectLooks(name: string, expected?: RegExp, among?: typeof views): Promise<void>
  screenshot(name: string): Promise<void>
}

/** Opens a fresh browser profile at the service. It is closed with the test. */
export async function openPage(
  browser: Browser,
  { url }: Pick<ServedConsole, 'url'>,
  view: Partial<View> = {},
): Promise<WatchedPage> {
  const context = await newContext(browser, url, view)
  const watched = watch(context, await context.newPage(), url)
  tellWhatItShows(watched)
  onTestFinished(async () => {
    // A test may close a browser of its own.
    if (!browser.isConnected()) return
    // What a test holds back may still be held back at its end.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })
  return watched
}

/** Where the test that runs fails, its errors say what the page showed then. */
export function tellWhatItShows(watched: WatchedPage): void {
  onTestFinished(async ({ task }) => {
    const errors = task.result?.errors ?? []
    const shown = errors.length > 0 ? await shownOn(watched) : ''
    for (const error of errors) error.stack = `${error.message}\n${shown}\n${error.stack ?? ''}`
  })
}

/** What somebody would have seen when a test failed, which is gone when anybody reads of it. */
async function shownOn({ page, faults }: WatchedPage): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String)
  const typed = await page
    .locator('input')
    .evaluateAll((fields: { value: string }[]) => fields.map(({ value }) => value))
    .catch(String)
  const seen = { at: page.url(), text: text.replaceAll(/\n+/g, ' | ').slice(0, 1500), typed, faults }
  return `What it showed: ${JSON.stringify(seen)}`
}

/** Watches a page of a context for what goes wrong in it. */
export function watch(context: BrowserContext, page: Page, url: string): WatchedPage {
  const faults: string[] = []
  const screenshot = async (name: string) => {
    if (SHOTS === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: path.join(SHOTS, `${name}.png`) })
  }
  const expectSound = async (expected?: RegExp) => {
    expect(faults.filter((each) => !expected?.test(each))).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  }
  let session: CDPSession | undefined
  const show = async ({ isPhone, isDark }: View) => {
    session ??= await context.newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
    await page.setViewportSize(viewportOf(isPhone))
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`pageerror: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url()))
      faults.push(`asked somebody else: ${request.url()}`)
  })
  return {
    page,
    context,
    faults,
    expectSound,
    screenshot,
    async expectLooks(name, expected, among = views) {
      const before = await viewOf(page)
      for (const [view, look] of among) {
        await show(look)
        await expectSound(expected)
        expect(await page.evaluate(TOO_WIDE), view).toEqual([])
        await screenshot(`${name} ${view}`)
      }
      await show(before)
    },
  }
}

/** What stands beyond the right edge of the page, by its classes; nothing where the page itself need not be pushed sideways. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? []
  : [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.tagName + '.' + each.className).slice(0, 10)`

/** How a page is seen now. */
async function viewOf(page: Page): Promise<View> {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
  return { isPhone: page.viewportSize()?.width === viewportOf(true).width, isDark: isDark === true }
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong, one line for each rule with the elements. It is put in past the page's own policy, which lets in no code. */
async function axeViolations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  if (!(await evaluate('"axe" in globalThis'))) await evaluate(`${axeSource()};undefined`)
  const found: unknown = await evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.target.join(' ')).join(', ')))`,
  )
  await session.detach()
  return Array.isArray(found) ? found.map(String) : ['axe did not run']
}

/** Signs the owner in, and waits for the first screen. */
export async function signIn(
  { page }: WatchedPage,
  { owner }: Pick<ServedConsole, 'owner'>,
  to = '/',
): Promise<void> {
  await page.goto(to)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#content').waitFor()
}

/** What a page runs first so that the device's clock goes by so much behind or ahead; its timers go as ever. */
export const clockSet = (ms: number) => `globalThis.Date = class extends Date {
  constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given) }
  static now() { return super.now() + ${ms} }
}`

/** How long the page takes to cut 20 MB of text at once: what is quicker than that is quick on this machine, however busy it is. */
export async function cuttingMs(page: Page): Promise<number> {
  const cut = `(() => {
    const [began, text] = [performance.now(), 'a,'.repeat(10_000_000)]
    return text.split(',').length && performance.now() - began
  })()`
  return Number(await page.evaluate(cut))
}
