import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, type WatchedPage } from './browser.ts'
import { useConsole } from './use-console.ts'

const storage = '/api/inventory/storage'

describe.runIf(hasBrowser)('where a store or a field is', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const where = (page: Page) => page.getByRole('combobox', { name: 'Where it is' })
  const told = (page: Page) => page.getByRole('group', { name: 'What is known of the place' })
  const makeStore = async (name: string) =>
    (await ask('POST', storage, { name, type: 'store', location: null, substorage: [{ name: 'Bay' }] })).id
  const locationOf = async (id: string) => (await ask('GET', `${storage}/${id}`)).location

  /** The form says of the place what the screen says once it is stored, so it has to be gone. */
  async function save(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  /** The form of a fresh store, open. */
  async function editing(name: string, view = {}): Promise<WatchedPage & { id: string }> {
    const id = await makeStore(name)
    const watched = await open(`/stores/${id}`, view)
    await watched.page.getByRole('button', { name: 'Change' }).click()
    return { ...watched, id }
  }

  test('a village is found although it is misspelt, which is said, by keyboard alone; its region is corrected, and all of it is stored', async () => {
    const { id, page, expectLooks, expectSound } = await editing('Spelt')
    await where(page).focus()
    await page.keyboard.type('Harpnden')
    await page.getByRole('option', { name: /^Harpenden Hertfordshire/ }).waitFor()
    await page.getByText('Without a choice, “Harpnden” is kept as it is written.').waitFor()
    await expectLooks('place suggestions')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await told(page).getByText('It is only like “Harpnden”').waitFor()
    await told(page).getByText('The point is the middle of the town or village.').waitFor()
    await told(page).getByText('Harpenden, Hertfordshire, United Kingdom').waitFor()
    await told(page).getByText('Whose data this is: geonames').click()
    await told(page).getByText('GeoNames (geonames.org), CC BY 4.0').waitFor()
    await expectLooks('place told')
    await page.getByText('Enter or correct the address').click()
    expect(await page.getByLabel('Region').inputValue()).toBe('GB-HRT')
    await page.getByLabel('Region').selectOption({ label: 'Bedford' })
    await page.getByLabel('House and street').fill('Hill Farm, West Lane')
    await told(page).getByText('Corrected by hand.').waitFor()
    await expectLooks('place corrected')
    await save(page)
    await page.getByText('Hill Farm, West Lane, Harpenden, Bedford, United Kingdom').waitFor()
    const { threeWords, address, coordinates } = await locationOf(id)
    expect(address).toMatchObject({ city: 'Harpenden', region: 'Bedford', regionISO: 'GB-BDF' })
    expect(coordinates).toMatchObject({ lat: expect.closeTo(51.81, 1), lon: expect.closeTo(-0.35, 1) })
    expect(threeWords).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/)
    await expectSound()
  })

  test('a county is looked into, and left again', async () => {
    const { page, expectSound } = await editing('County', { isPhone: true })
    await where(page).fill('Hertfordshire')
    await page
      .getByRole('option', { name: /^Hertfordshire.*look inside/ })
      .first()
      .click()
    await page.getByText('Only within Hertfordshire.').waitFor()
    await page
      .getByRole('option', { name: /^Watford/ })
      .first()
      .waitFor()
    await where(page).fill('Boston')
    await page.getByText('Nothing is found for “Boston”').waitFor()
    await page.getByRole('button', { name: 'Look everywhere' }).click()
    await page.getByRole('option', { name: /^Boston Lincolnshire/ }).waitFor()
    await expectSound()
  })

  test('coordinates and three words are looked up; words that are none are refused with what is like them', async () => {
    const { id, page, expectSound, screenshot } = await editing('Pointed')
    await where(page).fill(`51°48'33.84"N 0°21'23.04"W`)
    await page.getByRole('option', { name: '51.809400, -0.356400 Coordinates' }).waitFor()
    await where(page).press('Enter')
    await told(page).getByText('The point is yours; the address is the nearest that is known.').waitFor()
    await save(page)
    await page.getByText('51.809400, -0.356400').waitFor()
    const stored = await locationOf(id)
    expect(stored.coordinates).toEqual({ lat: 51.8094, lon: -0.3564 })
    const there = await ask('GET', '/api/system/locations/coordinates?lat=51.8094&lon=-0.3564')
    expect(stored).toEqual({ ...there, timeZone: undefined })

    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByText('As it is stored.').waitFor()
    await page.getByRole('button', { name: 'Without a place' }).click()
    const words: string = stored.threeWords
    const wrong = words.replace(/^(.)(.)/, '$2$1')
    await where(page).fill(`///${wrong}`)
    await where(page).press('Enter')
    await page.getByText(`Perhaps it is ${words}`).waitFor()
    await screenshot('place refused')
    await page.getByRole('button', { name: `Perhaps ${words}` }).click()
    await told(page).getByText('The point is the middle of the square').waitFor()
    // A what3words address is another firm's.
    await where(page).fill('filled.count.soap')
    await where(page).press('Enter')
    await page.getByText('is a what3words address, and this service is not connected to what3words').waitFor()
    await save(page)
    expect((await locationOf(id)).threeWords).toBe(words)
    await expectSound(/status of 40[04]/)
  })

  test('the device says where it is, if it may', async () => {
    const { id, page, context, expectSound } = await editing('Here', { isPhone: true })
    const here = page.getByRole('button', { name: 'Where I am' })
    await context.clearPermissions()
    await here.click()
    await page.getByText('The browser may not say where it is.').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.9, longitude: -1.2, accuracy: 12 })
    await here.click()
    await told(page).getByText('This device gives the point, to within 12 m').waitFor()
    await save(page)
    await page.getByText('52.900000, -1.200000').waitFor()
    expect((await locationOf(id)).coordinates).toEqual({ lat: 52.9, lon: -1.2 })
    await expectSound()
  })

  test('what nobody finds is said, and kept as it is written; a new store is made with an address by hand', async () => {
    const { page, expectLooks, expectSound } = await open('/stores')
    await page.getByRole('button', { name: 'Add a store' }).click()
    await page.getByLabel('Name of the store').fill('Nowhere')
    await where(page).fill('Qqxyzzyqq')
    await page.getByText('Nothing is found for “Qqxyzzyqq”. It is kept as it is written').waitFor()
    await expectLooks('place not found')
    await page.getByText('Enter or correct the address').click()
    await page.getByLabel('Town or village').fill('Little Nowhere')
    await page.getByLabel('Region').selectOption({ label: 'Norfolk' })
    await told(page).getByText('Entered by hand.').waitFor()
    // What was typed is still there after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Add a store' }).click()
    expect(await where(page).inputValue()).toBe('Qqxyzzyqq')
    await page.getByRole('button', { name: 'Add the store with 2 bays' }).click()
    await page.waitForURL('**/stores/*')
    await page.getByText('Little Nowhere, Norfolk').waitFor()
    const { docs } = await ask('GET', `${storage}/search?query=Little+Nowhere`)
    expect(docs).toMatchObject([
      {
        name: 'Nowhere',
        location: { address: { regionISO: 'GB-NFK', countryISO: 'GB' }, coordinates: null },
      },
    ])
    await expectSound()
  })

  test('without a network nothing can be looked up, which is said, and what was typed stays', async () => {
    const { page, context } = await editing('Offline')
    await where(page).fill('51.8, -0.4')
    await page.getByRole('option', { name: '51.800000, -0.400000 Coordinates' }).waitFor()
    await context.setOffline(true)
    await where(page).press('Enter')
    await page.getByText('The service cannot be reached.').waitFor()
    expect(await where(page).inputValue()).toBe('51.8, -0.4')
    await context.setOffline(false)
    await where(page).press('ArrowDown')
    await where(page).press('Enter')
    await told(page).getByText('The point is yours').waitFor()
  })

  test('a field has it too, and is found and forgotten there', async () => {
    const { page, expectLooks, expectSound } = await open('/fields')
    await page.getByRole('button', { name: 'New field' }).click()
    await page.getByLabel('Name of the field').fill('Placed')
    await where(page).fill('Harpenden')
    await page.getByRole('option', { name: /^Harpenden Hertfordshire/ }).click()
    await told(page).getByText('It is called just as you typed it.').waitFor()
    await page.getByRole('button', { name: 'Make the field' }).click()
    await page.getByText('Harpenden, Hertfordshire, United Kingdom').waitFor()
    const { docs } = await ask('GET', `${storage}/search?query=Placed`)
    const { id, location } = docs[0]
    expect(location.coordinates).not.toBeNull()
    await page.goto(`/fields/${id}`)
    await page.getByRole('button', { name: 'Change' }).click()
    await told(page).waitFor()
    await expectLooks('field edited', /GL Driver/)
    await page.getByRole('button', { name: 'Without a place' }).click()
    await save(page)
    expect((await locationOf(id)).coordinates).toBeNull()
    await expectSound(/GL Driver/)
  })

  test('in German and French', async () => {
    const { page, expectSound } = await editing('Sprachen')
    for (const [language, chooses, label, change, region] of [
      ['de', 'Language', 'Wo es ist', 'Ändern', 'Adresse eintragen oder berichtigen'],
      ['fr', 'Sprache', 'Où c’est', 'Modifier', 'Saisir ou corriger l’adresse'],
    ] as const) {
      await page.keyboard.press('Escape')
      await page.locator('.side').getByLabel(chooses).selectOption(language)
      await page.getByRole('button', { name: change }).click()
      await page.getByRole('combobox', { name: label }).waitFor()
      await page.getByText(region).waitFor()
      await expectSound()
    }
  })
})
