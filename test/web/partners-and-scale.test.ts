import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views, type View } from './browser.ts'
import { pretendIndicator } from './indicator.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('partners and the scale in the settings', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await seedIntakes(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const open = async (at: string, view: Partial<View> = {}, hasIndicator = true) => {
    const watched = await openPage(browser, served, view)
    if (hasIndicator) await pretendIndicator(watched.context)
    await signIn(watched, served, at)
    return watched
  }
  const names = async () =>
    (await served.ask('GET', '/api/inventory/partners?limit=200')).docs.map(
      ({ name }: { name: string }) => name,
    )

  test.each(views)('are shown %s', async (name, view) => {
    const watched = await open('/settings/partners', view)
    const { page } = watched
    await page.getByRole('button', { name: 'Rename Brook End Farm' }).waitFor()
    await watched.screenshot(`partners ${name}`)
    await watched.expectSound()
    await page.getByRole('link', { name: 'Scale', exact: true }).click()
    await page.getByText('0 kg', { exact: true }).waitFor()
    await page.evaluate(() => Object.assign(globalThis, { onBridge: 31_250 }))
    await page.getByRole('status').getByText('Read as 31,250 kg').waitFor()
    await page.locator('.live').getByText('Stable').waitFor()
    await watched.screenshot(`scale ${name}`)
    await watched.expectSound()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  test('without an indicator F9 says so and leads to where the weight is typed; Ctrl+Enter leads to the first fault', async () => {
    const { page } = await open('/weighbridge', {}, false)
    await page.locator('.chip').first().click()
    const weight = page.locator('.scale').getByLabel('Full')
    const isThere = () => weight.evaluate((element) => element.matches(':focus'))
    await page.getByRole('button', { name: 'Save and send to tip' }).focus()
    await page.keyboard.press('F9')
    await page.getByText('No indicator is connected. Type the weight.').waitFor()
    expect(await isThere()).toBe(true)
    await page.getByRole('button', { name: 'Save and send to tip' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect.poll(isThere).toBe(true)
    await page.keyboard.type('42660')
    await page.keyboard.press('Control+Enter')
    const newest = () => served.ask('GET', '/api/inventory/movements?type=intake&limit=1')
    await expect.poll(async () => (await newest()).docs[0].weighbridge.full.weight).toBe(42_660)
  })

  test('an invitation stays open, with the link that is shown only there, although its partner has left the list', async () => {
    const name = 'Invited Farm'
    await served.ask('POST', '/api/inventory/partners', { name })
    const { page } = await open('/settings/partners', { isPhone: true }, false)
    const title = `Invite the owner ${name}`
    await page.getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Email').fill('ivy@invited.example')
    await page.route(/\/api\/inventory\/partners\?/, async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      const docs = list.docs.filter((each: { name: string }) => each.name !== name)
      await route.fulfill({ response: answer, json: { ...list, docs } })
    })
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.locator('.partner', { hasText: name }).waitFor({ state: 'detached' })
    await dialog.locator('.invited-link', { hasText: '/invitation#' }).waitFor()
  })

  test('a partner is added, refused twice, renamed and merged, by the keyboard alone', async () => {
    const watched = await open('/settings/partners')
    const { page } = watched
    const add = async (name: string) => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.keyboard.press('Enter')
    }
    await add('Valley Milling')
    await page.getByRole('button', { name: 'Rename Valley Milling' }).waitFor()
    await add('valley  milling')
    await page.getByRole('alert').waitFor()
    await watched.expectSound(/status of 409/)
    await page.getByLabel('Find a partner').fill('valley mill')
    await page.getByRole('button', { name: 'Rename Brook End Farm' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Rename Valley Milling' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Valley Millers')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Merge Valley Millers into another' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The one that stays').selectOption({ label: 'Brook End Farm' })
    expect(await dialog.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Name').fill('Valley Millers')
    await watched.screenshot('partners merge')
    await watched.expectSound(/status of 409/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const known = await names()
    expect(known).toContain('Brook End Farm')
    expect(known).not.toContain('Valley Millers')
  })

  test('a name that is marked with the mouse beyond the edge of the dialog stays; a click beside the dialog closes it', async () => {
    const { page } = await open('/settings/partners')
    await page.getByRole('button', { name: 'Rename Brook End Farm' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name')
    await name.fill('Brook End Farms')
    const [box, field] = await Promise.all([dialog.boundingBox(), name.boundingBox()])
    if (!box || !field) throw new Error('the dialog is not shown')
    await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 20, field.y + field.height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await name.inputValue()).toBe('Brook End Farms')
    await page.mouse.click(box.x - 20, field.y)
    await dialog.waitFor({ state: 'detached' })
  })

  test('loads of a wrong scale are shown as they will be, and weighed again', async () => {
    const watched = await open('/settings/scale', { isPhone: true })
    const { page } = watched
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(
      new Date(Date.now() - 3_600_000 * 2),
    )
    const form = page.getByRole('region', { name: 'Loads weighed while the scale was wrong' })
    await form.getByLabel('From', { exact: true }).fill(day)
    await form.getByLabel('Up to and including').fill('2001-01-01')
    await form.getByText('It is before the first day').waitFor()
    await form
      .getByLabel('Up to and including')
      .fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()))
    await form.getByLabel('What the scale showed, in kilograms').fill('10000')
    await form.getByLabel('What it really was').fill('10040')
    await form.getByLabel('What it really was').blur()
    // Both lorries of the neighbour's: 25,800 and 25,801 kg, times 1.004; the one in the yard has its first reading alone.
    await form.getByText('3 loads: 51,601 kg in the book, 51,807.404 kg then').waitFor()
    await watched.screenshot('rescale')
    await watched.expectSound()
    await form.getByRole('button', { name: 'Weigh 3 loads again' }).click()
    await form.getByText('weighed again, by the factor 1.004').waitFor()
    const { docs } = await served.ask('GET', '/api/inventory/movements?type=intake&limit=3')
    expect(
      docs.map(
        (each: { weighbridge: { empty: { weight: number | null } } }) => each.weighbridge.empty.weight,
      ),
    ).toEqual([null, 14_256.8, 14_256.8])
    expect(docs[0].weighbridge.full.weight).toBe(42_830.64)
    await watched.expectSound()
  })

  test('where no load was weighed the service says so, and nothing can be sent', async () => {
    const watched = await open('/settings/scale')
    const { page } = watched
    const form = page.getByRole('region', { name: 'Loads weighed while the scale was wrong' })
    await form.getByLabel('From', { exact: true }).fill('2001-01-01')
    await form.getByLabel('Up to and including').fill('2001-01-02')
    await form.getByLabel('What the scale showed, in kilograms').fill('10000')
    await form.getByLabel('What it really was').fill('10040')
    await form.getByText('No load was weighed in that time.').waitFor()
    expect(await form.getByRole('button', { name: 'Weigh them again' }).isDisabled()).toBe(true)
    await watched.expectSound(/status of 404/)
  })

  test.each([
    ['de', 'Wenn sie nicht antwortet', 'Partner suchen'],
    ['fr', 'Si elle ne répond pas', 'Chercher un partenaire'],
  ])('speak %s, also of a scale that is silent, and without a network', async (language, silent, find) => {
    const watched = await open('/settings/partners', {}, false)
    const { page, context } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByLabel(find).waitFor()
    await page.goto('/settings/scale')
    await page.getByRole('heading', { name: silent }).waitFor()
    await context.setOffline(true)
    await page.locator('main [role=status]').first().waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })
})
