import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** Chromium without windows, which draws nothing around its pages and so takes half of the processor's time. */
const SHELL = '/usr/bin/chromium-headless-shell'
/** The machine's own Chromium: nothing is downloaded. */
export const CHROMIUM = existsSync(SHELL) ? SHELL : '/usr/bin/chromium'

export interface View {
  isPhone: boolean
  isDark: boolean
  /** With the service worker, which fetches the whole console: only where it is opened, or more of it is used, without a network. */
  hasWorker?: boolean
}

/** Phone and desktop, light and dark. */
export const views: [name: string, view: View][] = [
  ['on a desktop, light', { isPhone: false, isDark: false }],
  ['on a desktop, dark', { isPhone: false, isDark: true }],
  ['on a phone, light', { isPhone: true, isDark: false }],
  ['on a phone, dark', { isPhone: true, isDark: true }],
]

/** The two that differ most, where the others would show nothing more. */
export const devices = views.filter(([, { isPhone, isDark }]) => isPhone === isDark)

/** The size of a page, in CSS pixels. */
export const viewportOf = (isPhone: boolean) =>
  isPhone ? { width: 390, height: 844 } : { width: 1520, height: 900 }

/**
 * A browser as somebody in Britain has it: its own controls, such as those for dates, go by the language it was started in. One that draws
 * maps does so by the processor, since nothing else is there; it takes longer over everything.
 */
export function launchBrowser({ drawsMaps = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--lang=en-GB',
      ...(drawsMaps ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : []),
    ],
    env: { ...process.env, LANGUAGE: 'en_GB' },
  })
}

/** The page looks again by itself after half a minute, on whatever it missed: a test waits for that and more. */
const PATIENCE_MS = 75_000

/** A fresh browser profile at the service, on a machine that is elsewhere than the farm unless said otherwise. */
export async function newContext(
  browser: Browser,
  baseURL: string,
  {
    isPhone = false,
    isDark = false,
    hasWorker = false,
    timezoneId = 'America/Los_Angeles',
  }: Partial<View> & { timezoneId?: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: viewportOf(isPhone),
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: isDark ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // As browsers are at an address without TLS: it is not there at all.
  if (!hasWorker) await context.addInitScript('delete Navigator.prototype.serviceWorker')
  return context
}
