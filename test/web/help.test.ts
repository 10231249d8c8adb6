import { describe, expect, test } from 'vitest'
import { screens } from '../../web/src/paths.ts'
import { hasBrowser, views } from './browser.ts'
import { useConsole } from './use-console.ts'

// Every screen says what it is for: `?` opens its keys and a sentence for each of its figures.

describe.runIf(hasBrowser)('help', () => {
  const used = useConsole()
  const { open } = used

  /** An address of a screen: its parameters are those of something that is there. */
  async function addressOf(screen: string): Promise<string> {
    const { ask } = used.served
    const first = async (at: string) => {
      const found = await ask('GET', at)
      return (found.docs ?? found)[0]?.id
    }
    if (screen === '/stores/$id') return `/stores/${await first('/api/inventory/storage?type=store&limit=1')}`
    if (screen === '/stock/$id') return `/stock/${await first('/api/inventory/records?limit=1')}`
    if (screen === '/harvest/$planId')
      return `/harvest/${await first('/api/inventory/harvest-plans?limit=1')}`
    if (screen === '/contracts/$id') {
      const id = await first('/api/inventory/contracts?limit=1')
      return `/contracts/${id ?? 'none'}`
    }
    if (screen === '/settlements/$id') return '/settlements/none'
    if (screen === '/fields/$id') return `/fields/${await first('/api/inventory/storage?type=field&limit=1')}`
    return screen.replace('$part', 'me')
  }

  test('opens by its key on every screen, in three languages', async () => {
    const watched = await open('/')
    const { page } = watched
    const texts = new Map<string, string[]>()
    for (const screen of screens.filter((each) => each !== '/sign-in')) {
      await page.goto(used.served.url + (await addressOf(screen)))
      await page.locator('h1').first().waitFor()
      await page.evaluate('document.activeElement instanceof HTMLElement && document.activeElement.blur()')
      await page.keyboard.press('Shift+?')
      const help = page.getByRole('dialog').locator('.help')
      await help.locator('dt').first().waitFor()
      const said = await help.locator('dt').allTextContents()
      expect(
        said.filter((each) => each.trim() === ''),
        screen,
      ).toEqual([])
      expect(said.length, screen).toBeGreaterThanOrEqual(4)
      texts.set(screen, said)
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
    }
    expect(texts.get('/weighbridge')).toEqual(expect.arrayContaining(['F9', 'Weighed net']))
    expect(texts.get('/stores')).toContain('Room left')
    await page.goto(`${used.served.url}/stores`)
    for (const [language, figure] of [
      ['de', 'Noch Platz'],
      ['fr', 'Place libre'],
    ] as const) {
      await page
        .locator('.side')
        .getByLabel(/Language|Sprache/)
        .selectOption(language)
      await page
        .locator('.side')
        .getByRole('button', { name: /Hilfe|Aide/ })
        .click()
      await page.getByRole('dialog').getByText(figure, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
    }
    // The browser says of a map that the processor draws it.
    await watched.expectSound(/status of 404|\/welcome|GL Driver Message/)
  })

  test.each(views)('is sound %s', async (name, view) => {
    const watched = await open('/stores', view)
    const { page } = watched
    await page.locator('.bay-picture').first().waitFor()
    if (view.isPhone) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Help' }).click()
    } else await page.keyboard.press('Shift+?')
    await page.locator('.help dt').first().waitFor()
    await watched.screenshot(`help ${name}`)
    await watched.expectSound()
    if (!view.isPhone) return
    // A phone may have a keyboard, too.
    await page.goto(`${used.served.url}/stores`)
    await page.locator('.bay-picture').first().waitFor()
    await page.keyboard.press('Shift+?')
    await page.locator('.help dt').first().waitFor()
  })

  test('a question mark that is typed stays one', async () => {
    const { page } = await open('/settings/me')
    await page.getByLabel('Family name').fill('')
    await page.getByLabel('Family name').press('Shift+?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('is there before anybody has signed in', async () => {
    const watched = await open('/')
    const { page } = watched
    await page.context().clearCookies()
    await page.evaluate('localStorage.clear()')
    await page.goto(`${used.served.url}/sign-in`)
    await page.getByRole('button', { name: 'Help' }).click()
    await page.locator('.help').getByText('Who you are decides').waitFor()
    await watched.expectSound()
  })
})
