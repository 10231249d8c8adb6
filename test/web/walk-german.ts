import './page-globals.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import path from 'node:path'
import { METRIC } from '../../web/src/api/units.ts'
import { placeUnits, unitNames } from '../../web/src/i18n/units.ts'
import { watch, type WatchedPage } from './browser.ts'
import { newContext } from './chromium.ts'
import type { ServedConsole } from './service.ts'

// An office that reads German: its pages, and how a walk finds what it presses.

/** Where a walk goes, and what it may ask. */
export interface Office {
  page: Page
  served: ServedConsole
  /** What sets the names of this walk apart from those of the other width. */
  mark: string
  /** Another device of the same kind, on which nobody is signed in. */
  another: () => Promise<BrowserContext>
  /** Says what the browser complains of where that belongs to the walk, such as a refusal. */
  expects: (fault: RegExp) => void
}

export type Walk = (office: Office) => Promise<void>

/** What the page says in German, by the name of the message, in tonnes where it goes by the unit of stock. */
export type Words = (name: string) => string

const PAGE = path.join(import.meta.dirname, '../../web/src')

/**
 * The German words of a file of messages.
 *
 * @example const blend = await germanWords('screens/blend/messages.ts')
 */
export async function germanWords(file: string, exported = 'messages'): Promise<Words> {
  const { [exported]: all }: Record<string, { de: Record<string, string> }> = await import(
    path.join(PAGE, file)
  )
  if (!all) throw new Error(`${file} has no messages of the name ${exported}`)
  return (name) => {
    const words = all.de[name]
    if (words === undefined) throw new Error(`${file} has no message ${name}`)
    return placeUnits(words, unitNames(METRIC, 'DE'))
  }
}

/** A message with these values in their places. */
export const told = (words: string, values: Record<string, string | number>) =>
  words.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** A sentence with figures or names in it, in any of its forms, as a pattern. */
export const sentence = (words: string) =>
  new RegExp(
    words
      .split(' | ')
      .map((form) => form.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+'))
      .join('|'),
  )

/** Presses the first button of that name. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** A device that is set to German, of this width. */
export async function germanDevice(
  browser: Browser,
  url: string,
  { isPhone, width }: { isPhone: boolean; width: number },
): Promise<BrowserContext> {
  const context = await newContext(browser, url, { isPhone })
  await context.addInitScript("localStorage.setItem('granary.language', 'de')")
  context.on('page', (page) => {
    if (!isPhone) void page.setViewportSize({ width, height: 768 })
  })
  return context
}

/** The device has nothing of the walk before: no answer that was read, nothing typed, no ticket. Who is signed in stays. */
export async function forgetAll(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(`new Promise((done, failed) => {
    const gone = indexedDB.deleteDatabase('granary')
    gone.onsuccess = done
    gone.onerror = failed
  })`)
}

/** Signs the owner in, in German. */
export async function comeIn(
  context: BrowserContext,
  { url, owner }: Pick<ServedConsole, 'url' | 'owner'>,
): Promise<WatchedPage> {
  const words = await germanWords('ui/sign-in-messages.ts', 'signInMessages')
  const watched = watch(context, await context.newPage(), url)
  const { page } = watched
  await page.goto('/')
  await page.getByLabel(words('email')).fill(owner.email)
  await page.getByLabel(words('password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: words('signIn') }).click()
  await page.locator('#content').waitFor()
  return watched
}
