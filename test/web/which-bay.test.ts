import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'
import { isBought } from './walk.ts'

// A lorry that was sent to the wrong bay has mixed the grain by the time anybody is told: what speaks against a bay is said where it is chosen.

const WHEAT = { id: 1, type: 101 }
const GROUP_1 = 1_010_101
const OLSON = { id: 'olson-farms', name: 'Olson Farms' }

describe.runIf(hasBrowser)('bays are offered', () => {
  const used = useConsole()
  beforeAll(async () => {
    const { served } = used
    await seedIntakes(served)
    const { id: storageId, substorage } = await served.ask('POST', '/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage: [
        { name: 'Barley bay' },
        { name: 'Olson’s bay' },
        { name: 'Full bay', capacity: [{ commodityId: 1, weight: 310_000 }] },
        { name: 'Lower bay' },
        { name: 'Like bay' },
        { name: 'Bare bay' },
        { name: 'Held bay' },
      ],
    })
    const fill = async (bay: number, commodity: object, more: object = { owned: true, source: {} }) =>
      served.ask('POST', '/api/inventory/records', {
        type: 'crop',
        harvestYear: '2026',
        commodity,
        storage: [{ storageId, substorageId: substorage[bay].id, weight: 300_000 }],
        ...more,
      })
    await fill(0, { id: 2, type: 201 })
    await fill(1, { ...WHEAT, grade: GROUP_1 }, { owned: false, source: { owner: OLSON } })
    await fill(2, { ...WHEAT, grade: GROUP_1 })
    await fill(3, { ...WHEAT, grade: GROUP_1 + 1 })
    await fill(4, { ...WHEAT, grade: GROUP_1 })
    await fill(6, { ...WHEAT, grade: GROUP_1 })
    const held = { storageId, substorageId: substorage[6].id, reason: 'infestation', blocks: 'in' }
    await served.ask('POST', '/api/inventory/holds', held)
  })

  /** The bays of the barn in the order in which they are offered, with the words on each. */
  const offered = async (page: Page) => {
    const rows = page.locator('.bay-option', { hasText: 'Long Barn' })
    await rows.first().waitFor()
    return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  }
  const ORDER = [
    /^Long Barn Like bay Wheat · Group 1 · 2026$/,
    /^Long Barn Bare bay Empty$/,
    /^Long Barn Lower bay Wheat · Group 2 · 2026 Another grade: all of it has the lower one then$/,
    /^Long Barn Full bay Wheat · Group 1 · 2026 Over capacity by 1\d\.\d t with this load$/,
    /^Long Barn Olson’s bay Wheat · Group 1 · 2026 · Olson Farms May not be mixed: it belongs to Olson Farms$/,
    /^Long Barn Barley bay Barley .* May not be mixed: Barley$/,
    /^Long Barn Held bay Wheat · Group 1 · 2026 On hold: infestation$/,
  ]
  const expectOrder = async (page: Page) => {
    const rows = await offered(page)
    for (const [index, words] of ORDER.entries()) expect(rows[index]).toMatch(words)
    expect(rows).toHaveLength(ORDER.length)
  }
  const tick = (page: Page, bay: string) =>
    page.getByRole('radio', { name: new RegExp(bay) }).check({ force: true })
  const foot = (page: Page) => page.locator('.ticket-foot')
  const scale = (page: Page, name: 'Full' | 'Empty') => page.locator('.scale').getByLabel(name)
  const comes = async (page: Page, plate: string) => {
    await page.getByLabel('Registration').fill(plate)
    await page.keyboard.press('Escape')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await isBought(page)
    await scale(page, 'Full').fill('42660')
  }

  test('with those last that may not be, and the reason, at both weighings; and what a grade costs is said before it tips', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await comes(page, 'WHICH 1')
    await expectOrder(page)
    await watched.screenshot('bays at the first weighing')

    // The service is asked with what such a lorry usually carries: the lorry is not let go.
    await tick(page, 'Olson’s bay')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await foot(page).getByRole('alert').filter({ hasText: 'Olson Farms' }).waitFor()
    expect(await page.locator('button.row', { hasText: 'WHICH 1' }).count()).toBe(0)

    const loss = foot(page).locator('.note', {
      hasText: /^What comes in becomes Group 2: 2\d\.\d+ t were Group 1/,
    })
    await tick(page, 'Lower bay')
    await loss.waitFor()
    await watched.expectLooks('a grade that is lost', /status of 400|status of 409|status of 422/)
    await tick(page, 'Like bay')
    await loss.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save and send to tip' }).click()

    await page.locator('button.row', { hasText: 'WHICH 1' }).click()
    await page.getByRole('button', { name: 'Tipped into another bay' }).click()
    await expectOrder(page)
    await watched.screenshot('bays at the second weighing')
    await tick(page, 'Lower bay')
    await scale(page, 'Empty').fill('14200')
    await loss.waitFor()
    await watched.screenshot('a grade that is lost at the second weighing')
  })

  test('whoever may override a hold lets one load go with a reason, and its movement says so and where its weights come from', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await comes(page, 'HELD 1')
    await tick(page, 'Held bay')
    const why = foot(page).getByLabel('Why may this load go in spite of the hold?')
    await why.waitFor()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    // Without a reason it is not sent to tip.
    expect(await page.locator('button.row', { hasText: 'HELD 1' }).count()).toBe(0)
    await why.fill('Treated with what lies there')
    await foot(page).locator('.note.bad').waitFor({ state: 'detached' })
    await watched.expectLooks('a hold that is overridden', /status of 4\d\d/)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: 'HELD 1' }).click()
    await scale(page, 'Empty').fill('14200')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    const last = async () =>
      (await used.served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')).docs[0]
    await expect.poll(async () => (await last()).inventory.commodity.weight.weight).toBe(28_460)
    const { id, holdOverride } = await last()
    expect(holdOverride).toBe('Treated with what lies there')
    await page.goto(`${used.served.url}/movements?open=${id}`)
    await page.getByText('Treated with what lies there').waitFor()
    await page.getByText('42,660 kg · typed by hand').waitFor()
    await watched.expectLooks('a movement with its sources', /status of 4\d\d/)
  })
})
