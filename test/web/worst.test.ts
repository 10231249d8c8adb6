import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens, type Screen } from '../../web/src/paths.ts'
import { hasBrowser, launchBrowser, openPage } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { whatIsCovered, whatIsCut, whatIsSmall, whatIsTooWide, whichPathsAreShown } from './worst-page.ts'
import { seedTheWorst } from './worst-seed.ts'

const PHONE = 390
/** Most office screens, a small notebook, and a phone. */
const WIDTHS = [1366, 1024, PHONE]
/** Nothing has been asked for so long: the screen is what it will be. */
const QUIET_MS = 120
/** What follows the size of the page, such as a chart, is drawn anew. */
const DRAWN_MS = 150
const SIGNED_OUT = new Set<Screen>(['/sign-in', '/welcome'])
/** Screens that are seen with letters twice as large, too: those of the first row on a phone. */
const OFTEN_READ = new Set<Screen>(['/', '/weighbridge', '/stores', '/movements', '/stock'])

describe.runIf(hasBrowser)(
  'the page at its worst: every screen with its longest texts and heaviest weights',
  () => {
    let browser: Awaited<ReturnType<typeof launchBrowser>>
    let served: ServedConsole
    let addresses: Record<Screen, string[]>
    beforeAll(async () => {
      ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
      addresses = await seedTheWorst(served)
    })
    afterAll(async () => {
      await browser.close()
      await served.close()
    })

    const narrow = 'width: 60px; overflow: hidden; white-space: nowrap'
    const table =
      '<table><tbody><tr><td>Long Barn, the bay at the road</td><td class="num">8.765.432,5</td></tr></tbody></table>'
    test.each([
      ['a page that is too wide', whatIsTooWide, '<p style="width: 3000px">Long Barn</p>', /^too wide: P/],
      ['a cut figure', whatIsCut, `<p style="${narrow}">8.765.432,5 kg</p>`, /^cut figure: 8/],
      [
        'a broken figure',
        whatIsCut,
        '<p style="width: 5px; overflow-wrap: anywhere">8.765.432,5</p>',
        /^broken/,
      ],
      [
        'a cut name of which the rest is nowhere',
        whatIsCut,
        `<p style="${narrow}">Landwarenhandel</p>`,
        /not told/,
      ],
      [
        'a name over its box',
        whatIsCut,
        '<p class="panel" style="width: 60px">Landwarenhandel</p>',
        /^runs over/,
      ],
      [
        'a weight out of sight',
        whatIsCut,
        `<div style="width: 90px; overflow: auto">${table}</div>`,
        /^cut by its/,
      ],
      [
        'a button for no finger',
        whatIsSmall,
        '<button style="height: 40px">Count what lies here</button>',
        /^small/,
      ],
      [
        'a button under something else',
        whatIsCovered,
        '<button>Count</button><div style="position: fixed; inset: 0">Net</div>',
        /^covered: BUTTON/,
      ],
      ['the name of a field', whichPathsAreShown, '<p>source.intake.sender.id: must be short</p>', /^source/],
    ])('%s is found', async (_what, find, html, expected) => {
      const context = await browser.newContext({ viewport: { width: PHONE, height: 844 } })
      try {
        const page = await context.newPage()
        await page.setContent(html)
        expect(await page.evaluate(find)).toContainEqual(expect.stringMatching(expected))
        await page.setContent('<p>Long Barn</p><button style="height: 44px; width: 90px">Count</button>')
        expect(await page.evaluate(find)).toEqual([])
      } finally {
        await context.close()
      }
    })

    test('a figure under a column that stays is found, where a screen has room for all', async () => {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
      try {
        const page = await context.newPage()
        const cell = (style: string, text: string) => `<td style="${style}">${text}</td>`
        const show = (width: number) =>
          page.setContent(
            `<table><tbody><tr>${cell('', '98.765,43')}${cell(`position: sticky; right: 0; min-width: 90px; translate: -${width}px`, 'open')}</tr></tbody></table>`,
          )
        await show(60)
        expect(await page.evaluate(whatIsCut)).toContainEqual('under a column that stays: 98.765,43')
        await show(0)
        expect(await page.evaluate(whatIsCut)).toEqual([])
      } finally {
        await context.close()
      }
    })

    test(
      'nothing is cut, covered, too small to touch or too wide, on every screen there is',
      { timeout: 240_000 },
      async () => {
        const watched = await openPage(browser, served)
        const { page } = watched
        const look = looksAt(page, await resizer(page), watched.screenshot)
        const all = screens.flatMap((screen) => addresses[screen].map((at) => ({ screen, at })))
        const faults: string[] = []
        for (const each of all.filter(({ screen }) => SIGNED_OUT.has(screen)))
          faults.push(...(await look(each)))
        await signInGerman(page, served)
        for (const each of all.filter(({ screen }) => !SIGNED_OUT.has(screen)))
          faults.push(...(await look(each)))
        expect(faults).toEqual([])
      },
    )
  },
)

interface Address {
  screen: Screen
  at: string
}

/** Opens an address and answers what is wrong with it, at each width and, of what is often read, with large letters on a phone. */
function looksAt(
  page: Page,
  resize: (width: number) => Promise<void>,
  screenshot: (name: string) => Promise<void>,
) {
  const settled = quietOf(page)
  return async ({ screen, at }: Address): Promise<string[]> => {
    const faults: string[] = []
    const name = at.replace(/[0-9a-f-]{36}/, 'ID')
    const see = async (how: string, isPhone: boolean) => {
      await page.waitForTimeout(DRAWN_MS)
      await settled()
      await screenshot(`worst ${name.replaceAll(/\W+/g, '-')} ${how}`)
      const found = [
        ...(await page.evaluate(whatIsTooWide)),
        ...(await page.evaluate(whatIsCut)),
        ...(isPhone ? await page.evaluate(whatIsSmall) : []),
        ...(await page.evaluate(whatIsCovered)),
        ...(await page.evaluate(whichPathsAreShown)),
      ]
      faults.push(...new Set(found.map((each) => `${name}, ${how}: ${each}`)))
    }
    await resize(WIDTHS[0] ?? 0)
    await page.goto(at)
    for (const width of WIDTHS) {
      await resize(width)
      await see(`${width} px`, width === PHONE)
    }
    if (OFTEN_READ.has(screen)) {
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      await see('letters twice as large', true)
    }
    return faults
  }
}

/** Makes the page so wide, on a phone with fingers. */
async function resizer(page: Page): Promise<(width: number) => Promise<void>> {
  const device = await page.context().newCDPSession(page)
  return async (width) => {
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: width === PHONE })
    await page.setViewportSize({ width, height: width === PHONE ? 844 : 768 })
  }
}

async function signInGerman(page: Page, { owner }: ServedConsole): Promise<void> {
  await page.evaluate(`localStorage.setItem('granary.language', 'de')`)
  await page.goto('/')
  await page.locator('input[type=email]').fill(owner.email)
  await page.locator('input[type=password]').fill(owner.password)
  await page.locator('button.primary').click()
  await page.locator('#content').waitFor()
}

/** Waits until the page has asked for nothing for a moment. */
function quietOf(page: Page): () => Promise<void> {
  const asked = new Set<object>()
  let last = Date.now()
  const done = (request: object) => {
    asked.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    if (!request.url().includes('/events')) asked.add(request)
    last = Date.now()
  })
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  return async () => {
    await page.locator('h1').first().waitFor()
    while (asked.size > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(20)
  }
}
