import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'
import { isBought } from './walk.ts'

describe.runIf(hasBrowser)('a load that lowers the grade of what lies in a bay', () => {
  const console = useConsole()
  beforeAll(async () => {
    const { served } = console
    const { id, substorage } = await served.ask('POST', '/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Long 1' }],
    })
    await served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, grade: 1010101 },
      storage: [{ storageId: id, substorageId: substorage[0].id, weight: 300_000 }],
      source: {},
    })
  })
  test('is asked why at the weighbridge, where the organisation wants to know, and the reason stays with it', async () => {
    const { served } = console
    const watched = await console.open('/settings/organisation')
    const { page } = watched
    await page.getByLabel('A load that lowers the grade of what lies in a bay needs a reason').check()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect
      .poll(async () => (await served.ask('GET', '/api/identity/organisation')).requiresGradeReason)
      .toBe(true)

    await page.goto(`${served.url}/weighbridge`)
    await page.getByLabel('Registration').fill('low 1')
    await page.keyboard.press('Escape')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 2' })
    await isBought(page)
    await page.getByRole('radio', { name: /Long 1/ }).check({ force: true })
    await page.locator('.scale').getByLabel('Full').fill('42660')
    const why = page.getByLabel('Why may it lower the grade there?')
    await why.waitFor()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    // Grain that would be refused is not sent to tip.
    expect(await page.locator('button.row', { hasText: 'LOW 1' }).count()).toBe(0)
    await why.fill('No other bay is free')
    await page.getByText(/All of it becomes Group 2/).waitFor()
    await watched.expectLooks('weighbridge grade reason', /status of 400/)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: 'LOW 1' }).click()
    await page.locator('.scale').getByLabel('Empty').fill('14200')
    await page.getByText(/All of it becomes Group 2/).waitFor()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    const load = async () => {
      const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')
      return docs[0]
    }
    await expect.poll(async () => (await load()).inventory.commodity.weight.weight).toBe(28_460)
    expect((await load()).gradeReason).toBe('No other bay is free')
    await page.goto(`${served.url}/movements?open=${(await load()).id}`)
    await page.getByText('No other bay is free').waitFor()
    await watched.expectSound(/status of 400/)
  })
})
