import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** The machine's own Chromium: nothing is downloaded. */
export const CHROMIUM = '/usr/bin/chromium'

export interface View {
  isPhone: boolean
  isDark: boolean
}

/** Phone and desktop, light and dark. */
export const views: [name: string, view: View][] = [
  ['on a desktop, light', { isPhone: false, isDark: false }],
  ['on a desktop, dark', { isPhone: false, isDark: true }],
  ['on a phone, light', { isPhone: true, isDark: false }],
  ['on a phone, dark', { isPhone: true, isDark: true }],
]

/** A browser as somebody in Britain has it: its own controls, such as those for dates, go by the language it was started in. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--lang=en-GB'],
    env: { ...process.env, LANGUAGE: 'en_GB' },
  })
}

/** A fresh browser profile at the service, on a machine that is elsewhere than the farm unless said otherwise. */
export function newContext(
  browser: Browser,
  baseURL: string,
  {
    isPhone = false,
    isDark = false,
    timezoneId = 'America/Los_Angeles',
  }: Partial<View> & { timezoneId?: string },
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: isDark ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId,
  })
}
