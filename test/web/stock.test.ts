import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exact } from './figures.ts'
import { hasBrowser, launchBrowser, openPage, signIn, views } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('a stock record', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  /** The record of the sample farm whose name begins so. */
  async function recordNamed(
    name: string,
  ): Promise<{ id: string; yield: { current: number }; name: string }> {
    const { docs } = await served.ask('GET', '/api/inventory/records?f:storageType=store&limit=200')
    return docs.find((each: { name: string }) => each.name.startsWith(name))
  }

  test.each(views)('explains every kilogram %s', async (name, view) => {
    const watched = await openPage(browser, served, view)
    const { page } = watched
    const { id } = await recordNamed('Church Field')
    await signIn(watched, served, `/stock/${id}`)
    await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
    await page
      .getByRole('button', { name: 'Valley Mill' })
      .or(page.getByText('Valley Mill'))
      .first()
      .waitFor()
    await watched.screenshot(`stock ${name}`)
    await page.getByRole('button', { name: /^Sold/ }).click()
    await page.getByText('These entries make').waitFor()
    await page.getByText('As a table').click()
    await watched.expectSound()
    await page.getByRole('heading', { name: 'What happened' }).scrollIntoViewIfNeeded()
    await watched.screenshot(`stock entries ${name}`)
  })

  test('is counted by keyboard alone, with the loss said before it is saved', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const {
      id,
      yield: { current },
    } = await recordNamed('Brook Close')
    await signIn(watched, served, `/stock/${id}`)
    await page.getByRole('button', { name: 'Count', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`${current - 250.5} kg`)
    await page.getByText('0.2505 t less than the book, ').waitFor()
    await page.getByRole('status').getByText('−0.2505').waitFor()
    await watched.screenshot('stock count')
    await watched.expectSound()
    await page.reload()
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    await page.getByRole('button', { name: 'Save the count: 0.2505 t lost' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const after = await served.ask('GET', `/api/inventory/records/${id}`)
    expect(after.yield.current).toBe(current - 250.5)
    await page.getByText('−0.2505 t').first().waitFor()
    await watched.expectSound()
    const papers = page.getByRole('button', { name: 'Papers of the count' }).first()
    await papers.click()
    await page
      .locator('.count-papers')
      .first()
      .getByLabel('File')
      .setInputFiles({ name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('bay;kg') })
    await page.getByRole('button', { name: 'Take count.csv off' }).waitFor()
    await watched.expectLooks('stock count papers')
    await papers.click()
    await page.getByRole('button', { name: 'Open count.csv' }).waitFor()
    await papers.click()
    await page.getByRole('button', { name: 'Take count.csv off' }).click()
    await page.getByRole('button', { name: 'Take count.csv off' }).waitFor({ state: 'detached' })
    await watched.expectSound()
  })

  test('a count whose answer was lost is made once, also when the page is loaded again', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const { id, yield: before } = await recordNamed('Far Lawn')
    const counts = async () => {
      const { timeline } = await served.ask('GET', `/api/inventory/records/${id}`)
      return timeline.filter(({ type }: { type: string }) => type === 'adjustment').length
    }
    const first = await counts()
    const keys: (string | undefined)[] = []
    await page.route(/\/records\/adjustments$/, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await signIn(watched, served, `/stock/${id}`)
    const send = async () => {
      await page.getByRole('button', { name: 'Count', exact: true }).click()
      await page.getByLabel('Counted, t').fill(`${before.current - 100} kg`)
      await page.getByRole('button', { name: /^Save the count: / }).click()
    }
    await send()
    await page.getByRole('alert').waitFor()
    await page.reload()
    await send()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect([keys.length, new Set(keys).size, await counts()]).toEqual([2, 1, first + 1])
    // What was taken is done with: the same count once more is another one.
    await send()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect([new Set(keys).size, await counts()]).toEqual([2, first + 2])
  })

  test('shows a late load at its date, and is traced at any', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const { id } = await recordNamed('Church Field')
    await served.ask('POST', '/api/inventory/movements', {
      recordId: id,
      weight: 1000,
      movementDateISO: new Date(Date.now() - 5 * 86_400_000).toISOString(),
      destination: { organisationId: '5e1f6a2c-1c1d-4d3e-8f10-2a9b6d1c0e11', organisationName: 'Late Mill' },
      driver: { vehicleRegistration: 'LA73 MIL' },
      sold: true,
    })
    await signIn(watched, served, `/stock/${id}`)
    await page.getByText('LA73 MIL').waitFor()
    await page
      .getByText(/entered on .* by/)
      .first()
      .waitFor()
    await page.getByText('Late Mill', { exact: true }).first().waitFor()
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('At the end of').fill(day)
    await page.waitForURL(`**?at=${day}`)
    await expect.poll(() => page.getByText('Late Mill', { exact: true }).count()).toBe(0)
    await watched.expectSound()
  })

  test('strikes through what was taken back, with who and when, and says what lay there after each entry', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const { id } = await recordNamed('Mill Piece')
    const { ids } = await served.ask('POST', '/api/inventory/movements', {
      recordId: id,
      weight: 1250,
      movementDateISO: new Date(Date.now() - 86_400_000).toISOString(),
      destination: { organisationId: 'wrong-mill', organisationName: 'Wrong Mill' },
      driver: { vehicleRegistration: 'WR12 ONG' },
      sold: true,
    })
    await served.ask('DELETE', `/api/inventory/movements/${ids[0]}`)
    const { timeline } = await served.ask('GET', `/api/inventory/records/${id}`)
    await signIn(watched, served, `/stock/${id}`)
    const struck = page.locator('.timeline .entry.struck', { hasText: 'WR12 ONG' })
    await struck.getByText(/taken back on .* by/).waitFor()
    await struck.getByText('−1.25 t').waitFor()
    expect(
      await page.evaluate(
        "getComputedStyle(document.querySelector('.struck .entry-what')).textDecorationLine",
      ),
    ).toContain('line-through')
    // It is in none of the bars.
    expect(await page.locator('.steps').innerText()).not.toContain('1,250')
    const shown = await page.locator('.timeline .entry', { hasText: 'after it' }).allInnerTexts()
    const balances = timeline
      .map(({ balanceAfter }: { balanceAfter: number | null }) => balanceAfter)
      .filter((each: number | null) => each !== null)
      .toReversed()
      .slice(0, shown.length)
    expect(shown.map((text) => /([-−\d,.]+)\st after it/.exec(text)?.[1])).toEqual(balances.map(exact))
    await watched.screenshot('stock taken back')
    await watched.expectSound()
  })

  test('takes a sample with a photo, and a move that is refused says why', async () => {
    const watched = await openPage(browser, served, { isPhone: true })
    const { page } = watched
    const {
      id,
      yield: { current },
    } = await recordNamed('Long Ground').then((found) => found ?? recordNamed('Church Field'))
    await signIn(watched, served, `/stock/${id}`)
    await page.getByRole('button', { name: 'Sample', exact: true }).click()
    await page.getByRole('dialog').locator('input[inputmode=decimal]').first().fill('13.4')
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await page
      .getByLabel('Photo or paper')
      .setInputFiles({ name: 'sample.png', mimeType: 'image/png', buffer })
    await watched.screenshot('stock sample phone')
    await watched.expectSound()
    await page.getByRole('button', { name: 'Add the sample' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { timeline } = await served.ask('GET', `/api/inventory/records/${id}`)
    const [sample] = timeline.filter(({ type }: { type: string }) => type === 'sample').slice(-1)
    expect(sample.details.sample.files).toHaveLength(1)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByLabel('How much, t').fill(String(current / 100))
    await page.getByLabel('Where to').selectOption('elsewhere')
    await page.getByLabel('Who gets it').fill('Valley Mill')
    await page.keyboard.press('Tab')
    await page.getByRole('alert').waitFor()
    await watched.screenshot('stock move refused phone')
    await watched.expectSound(/status of 400/)
  })

  test.each([
    ['de', 'Umlagern', /^Wie viel/, 'Wohin', 'Wer es bekommt', 'So viel liegt dort nicht.', 'kg fehlen'],
    ['fr', 'Déplacer', /^Combien/, 'Vers', 'Qui le reçoit', 'Il n’y en a pas autant', 'il manquerait'],
  ] as const)(
    'more than lies there is refused in %s in one language, with its figures',
    async (language, move, much, where, who, begins, says) => {
      const watched = await openPage(browser, served)
      const { page } = watched
      const { id, yield: stock } = await recordNamed('Church Field')
      const current = Math.floor(stock.current)
      await signIn(watched, served, `/stock/${id}`)
      await page.locator('.side').getByLabel('Language').selectOption(language)
      await page.getByRole('button', { name: move, exact: true }).click()
      await page.getByLabel(much).fill(`${current + 9000} kg`)
      await page.getByLabel(where, { exact: true }).selectOption('elsewhere')
      await page.getByLabel(who).fill('Valley Mill')
      await page.keyboard.press('Tab')
      const said = await page.getByRole('alert').filter({ hasText: begins }).innerText()
      expect(said).toContain(says)
      expect(said.match(/\d[\d.\s]*(?=\skg)/g)?.map((each) => Number(each.replaceAll(/\D/g, '')))).toContain(
        9000,
      )
      expect(said).not.toMatch(/would be|Nothing was/)
      await watched.screenshot(`stock move refused ${language}`)
      await watched.expectSound(/status of 400/)
    },
  )

  test('without a network says from when it is, and changes nothing', async () => {
    const watched = await openPage(browser, served)
    const { page, context } = watched
    const { id } = await recordNamed('Church Field')
    await signIn(watched, served, `/stock/${id}`)
    await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
    await context.setOffline(true)
    await page.getByText('The figures are from').waitFor()
    expect(await page.getByRole('button', { name: 'Count', exact: true }).isDisabled()).toBe(true)
    await watched.screenshot('stock offline')
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/stock/00000000-0000-4000-8000-000000000000').catch(() => undefined)
    await context.setOffline(false)
    await page.goto('/stock/00000000-0000-4000-8000-000000000000')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  })

  test.each([
    ['de', 'Jedes Kilogramm', 'Zählen'],
    ['fr', 'Chaque kilogramme', 'Compter'],
  ])('speaks %s', async (language, heading, count) => {
    const watched = await openPage(browser, served)
    const { page } = watched
    const { id } = await recordNamed('Brook Close')
    await signIn(watched, served, `/stock/${id}`)
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('button', { name: count, exact: true }).click()
    await watched.expectSound()
    await watched.screenshot(`stock ${language}`)
  })
})
