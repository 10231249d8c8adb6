import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views, type View } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

const hasFocus = (element: { matches(selector: string): boolean }) => element.matches(':focus')

describe.runIf(hasBrowser)('a store and its bays', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const bayOf = async (name: string) => {
    const { docs } = await served.ask('GET', '/api/inventory/storage?type=store')
    for (const store of docs)
      for (const bay of store.substorage)
        if (bay.name === name) return { path: `/stores/${store.id}?bay=${bay.id}`, store, bay }
    throw new Error(`no bay ${name}`)
  }
  const opened = async (name: string, view: Partial<View> = {}) => {
    const watched = await openPage(browser, served, view)
    const found = await bayOf(name)
    await signIn(watched, served, found.path)
    await watched.page.getByRole('heading', { name, exact: true }).waitFor()
    return { ...watched, ...found }
  }
  const weightIn = async (name: string): Promise<number> => {
    const { lines } = await served.ask('GET', '/api/inventory/position')
    return lines
      .filter((line: { substorageName: string }) => line.substorageName === name)
      .reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0)
  }

  test.each(views)('what lies there, what is planned, and where the plan breaks, %s', async (name, view) => {
    const { page, screenshot, expectSound } = await opened('Hill 2', view)
    await page.getByText('−28.60 t').first().waitFor()
    await page.getByText('planned movements').waitFor()
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    await page.getByRole('region', { name: 'Counts' }).getByText('never counted').waitFor()
    await screenshot(`bay ${name}`)
    await expectSound()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByLabel('Counted, t').fill('70')
    await page.getByRole('button', { name: 'Save the count: 3.80 t lost' }).waitFor()
    await screenshot(`count ${name}`)
    await expectSound()
  })

  test('a count is saved by keyboard alone, and what is lost is said before', async () => {
    const { page, expectSound } = await opened('Hill 1')
    await page.getByRole('button', { name: 'Count' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('122')
    await page.getByText('1.10 t less than the book, 0.9% of it.').waitFor()
    await page.getByRole('button', { name: 'Save the count: 1.10 t lost' }).waitFor()
    expect(await weightIn('Hill 1')).toBe(123_100)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Counts' }).getByText('−1.10 t').waitFor()
    expect(await weightIn('Hill 1')).toBe(122_000)
    // Whoever counts the next bay goes on from where they were.
    await expect.poll(() => page.getByRole('button', { name: 'Count' }).evaluate(hasFocus)).toBe(true)
    await expectSound()
  })

  test('what all bays take is one table, filled by cell or pasted', async () => {
    const { page, store, expectLooks } = await opened('Hill 1')
    await page.getByRole('button', { name: 'All capacities' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Another crop').selectOption({ label: 'Rye' })
    await dialog.getByLabel('Hill 1, Wheat, t').fill('210')
    const rye = dialog.getByLabel('Hill 1, Rye, t')
    await rye.evaluate((input) => {
      const clipboardData = new (Reflect.get(globalThis, 'DataTransfer'))()
      clipboardData.setData('text', '150\n140')
      const Paste = Reflect.get(globalThis, 'ClipboardEvent')
      input.dispatchEvent(new Paste('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expectLooks('all capacities')
    await dialog.getByRole('button', { name: /^Save 2 bays/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const { substorage } = await served.ask('GET', `/api/inventory/storage/${store.id}`)
    const takes = (name: string) =>
      Object.fromEntries(
        substorage
          .find((bay: { name: string }) => bay.name === name)
          .capacity.map((each: { commodityName: string; weight: { weight: number } }) => [
            each.commodityName,
            each.weight.weight,
          ]),
      )
    expect(takes('Hill 1')).toMatchObject({ Wheat: 210_000, Rye: 150_000 })
    expect(takes('Hill 2')).toMatchObject({ Rye: 140_000 })
  })

  test('a move shows both balances first; what may not be mixed cannot be sent', async () => {
    const { page, screenshot, expectSound } = await opened('Home 1', { isPhone: true })
    const before = { from: await weightIn('Home 1'), to: await weightIn('Home 2') }
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByLabel('How much, t').fill('10')
    const into = page.getByLabel('Where to')
    const choose = async (bay: string) => {
      const text = await into.locator('option', { hasText: bay }).textContent()
      await into.selectOption({ label: text ?? '' })
    }
    await choose('Hill 1')
    await page.getByText('may not be mixed').waitFor()
    expect(await page.getByRole('button', { name: /^Move 10.00 t to .* · Hill 1$/ }).isDisabled()).toBe(true)
    await screenshot('move refused')
    await expectSound(/status of 4\d\d/)
    await choose('Home 2')
    const send = page.getByRole('button', { name: /^Move 10.00 t to .* · Home 2$/ })
    await page.getByText('+10.00').first().waitFor()
    await screenshot('move')
    await send.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect({ from: await weightIn('Home 1'), to: await weightIn('Home 2') }).toEqual({
      from: before.from - 10_000,
      to: before.to + 10_000,
    })
    await expectSound(/status of 4\d\d/)
  })

  test('a bay that is swept clean is emptied, and says what is written off', async () => {
    const { page, screenshot, expectSound } = await opened('Home 3')
    await page.getByRole('button', { name: 'Empty' }).click()
    const send = page.getByRole('button', { name: 'Write off 303.64 t' })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await screenshot('empty a bay')
    await expectSound()
    await send.click()
    await page.getByText('Nothing lies here.').waitFor()
    expect(await weightIn('Home 3')).toBe(0)
    await screenshot('an empty bay')
    await expectSound()
  })

  test('notes, limits and another bay', async () => {
    const { page, store, expectSound } = await opened('Hill 3')
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByLabel('About').selectOption({ index: 1 })
    await page.getByLabel('What was done or seen').fill('Swept and washed.')
    await page.getByRole('button', { name: 'Save the note' }).click()
    await page.getByText('Swept and washed.').waitFor()
    await page.getByRole('button', { name: 'Enter a limit' }).click()
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Barley' })
    await page.getByLabel('At most, t').fill('180')
    await page.getByRole('button', { name: 'Set Barley to 180.00 t' }).click()
    const remove = page.getByRole('button', { name: 'Remove the limit for Barley' })
    await remove.click()
    const asked = page.getByRole('dialog', { name: 'Remove the limit for Barley' })
    await asked.getByText('Without its limit of 180.00 t nobody is warned when Hill 3 is full.').waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await asked.waitFor({ state: 'detached' })
    await remove.click()
    await asked.getByRole('button', { name: 'Remove the limit', exact: true }).click()
    await remove.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add a bay' }).click()
    await page.getByLabel('Name of the bay').fill('Hill 3')
    await page.getByRole('button', { name: 'Add the bay “Hill 3”' }).click()
    await page.getByText('is already the name of a bay').waitFor()
    await expectSound(/status of 4\d\d/)
    await page.getByLabel('Name of the bay').fill('Hill 4')
    await page.getByRole('button', { name: 'Add the bay “Hill 4”' }).click()
    await page.getByRole('heading', { name: 'Hill 4' }).waitFor()
    const { substorage } = await served.ask('GET', `/api/inventory/storage/${store.id}`)
    expect(substorage.map(({ name }: { name: string }) => name)).toContain('Hill 4')
    await expectSound(/status of 4\d\d/)
  })

  test('whoever may only look is told so; without a network nothing is changed', async () => {
    const watched = await openPage(browser, served)
    const { page, context } = watched
    await page.route('**/api/identity/browser-session**', async (route) => {
      const response = await route.fetch()
      if (response.status() !== 200) return route.fulfill({ response })
      const json = await response.json()
      if (json.me) json.me.permissions = ['signed-in', 'stock:read']
      await route.fulfill({ response, json })
    })
    await signIn(watched, served, (await bayOf('Hill 2')).path)
    await page.getByText('You may look.').waitFor()
    expect(await page.getByRole('button', { name: /^(Move|Count|Empty|Add)/ }).count()).toBe(0)
    await watched.expectSound()
    await context.setOffline(true)
    await page.getByText('No connection. The figures are from').waitFor()
  })

  test('without a network the buttons wait; a store that is not there is gone', async () => {
    const { page, context, screenshot, expectSound } = await opened('Hill 2')
    await page.goto('/stores/01990000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Hill 2', exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByText('No connection. The figures are from').waitFor()
    expect(await page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
    await screenshot('bay offline')
    await expectSound(/status of 404|ERR_INTERNET_DISCONNECTED/)
  })

  test('in German and French', async () => {
    const { page, screenshot, expectSound } = await opened('Hill 2')
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByText('geplanten Bewegungen').waitFor()
    await screenshot('bay in German')
    await expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByText('mouvements prévus').waitFor()
    await expectSound()
  })
})
