import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { serveConsole } from './service.ts'
import { useConsole } from './use-console.ts'

const storage = '/api/inventory/storage'

describe.runIf(hasBrowser)('stores by what lies in them', () => {
  const used = useConsole()
  const { open } = used
  const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

  test('are found by grain, conflict, name and contents, with how many each would leave; the address holds it', async () => {
    const { docs } = await used.served.ask('GET', `${storage}/search?f:type=store`)
    const withConflict = docs.filter((each: { isConflicted: boolean }) => each.isConflicted)
    expect(withConflict.length).toBeGreaterThan(0)
    expect(withConflict.length).toBeLessThan(docs.length)
    const watched = await open('/stores')
    const { page } = watched
    await filters(page).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('group', { name: 'Grain' }).getByRole('checkbox').first().waitFor()
    await watched.expectLooks('stores filters')
    await sheet.getByText('With conflict').click()
    await page.waitForURL('**/stores?conflict=*')
    await page.keyboard.press('Escape')
    await page.getByText(`${withConflict.length} store: With conflict`).waitFor()
    await expect
      .poll(() => page.locator('section > .bar > h2').allTextContents())
      .toEqual([withConflict[0].name])
    // The figures are those of the stores that are left.
    const lies = withConflict[0].storedWeight / 1000
    const shown = await page.locator('.figure dd').allTextContents()
    const tonnes = shown.slice(0, 2).map((each) => Number(each.replaceAll(/[^\d.]/g, '')))
    expect((tonnes[0] ?? 0) + (tonnes[1] ?? 0)).toBeCloseTo(lies, 0)
    await watched.expectLooks('stores narrowed')
    await page.reload()
    await page.getByText(`${withConflict.length} store: With conflict`).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.waitForURL('**/stores')
    await filters(page).click()
    await sheet.getByLabel('Store, bay or address').fill('no such store')
    await page.getByRole('heading', { name: 'No store is like that' }).waitFor()
    await page.keyboard.press('Escape')
    await watched.expectLooks('stores none left')
    await page.getByText('0 stores: “no such store”').waitFor()
  })

  test('the day and the view stay while they are narrowed', async () => {
    const { page } = await open('/stores?view=table')
    await filters(page).click()
    await page.getByRole('group', { name: 'Grain' }).getByRole('checkbox').first().check()
    await page.waitForURL(/view=table.*f%3Acommodity=/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(/f%3Acommodity=.*at=|at=.*f%3Acommodity=/)
    await page.getByRole('region', { name: 'Stores' }).waitFor()
  })
})

describe.runIf(hasBrowser)('business units of many stores and fields', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const units = '/api/identity/business-units'
  const unitsOf = async (type: string) => {
    const { docs } = await ask('GET', `${storage}/search?f:type=${type}`)
    return Object.fromEntries(
      docs.map((each: { name: string; businessUnits: { name: string }[] }) => [
        each.name,
        each.businessUnits.map(({ name }) => name),
      ]),
    )
  }

  test('are there where there are units; ticked ones are put under one, by keyboard too; what is refused is told', async () => {
    const archived = await ask('GET', units)
    for (const { id } of archived) await ask('POST', `${units}/${id}/archive`, {})
    const watched = await open('/stores')
    const { page } = watched
    await page.getByRole('heading', { name: 'Hill Store' }).waitFor()
    expect(await page.getByRole('button', { name: 'Business units…' }).count()).toBe(0)
    await ask('POST', units, { name: 'North', type: 'farm' })
    const south = await ask('POST', units, { name: 'South', type: 'farm' })
    await page.reload()
    await page.getByRole('button', { name: 'Business units…' }).click()
    await page.getByLabel('Choose Hill Store').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Business unit', { exact: true }).selectOption({ label: 'North' })
    await page.getByRole('button', { name: 'Put 1 store under North' }).click()
    await page.getByText('1 store belongs to North now.').waitFor()
    await watched.expectLooks('business units')
    expect((await unitsOf('store'))['Hill Store']).toEqual(['North'])
    await page.getByRole('checkbox', { name: 'All that are listed' }).check()
    await page.getByLabel('Business unit', { exact: true }).selectOption({ label: 'South' })
    await ask('POST', `${units}/${south.id}/archive`, {})
    await page.getByRole('button', { name: /^Put \d+ stores under South/ }).click()
    await page.getByText('is not a business unit of yours').waitFor()
    await watched.expectLooks('business units refused', /status of 400/)
    expect((await unitsOf('store'))['Hill Store']).toEqual(['North'])
    // A place that is not there is named.
    await page.getByLabel('Business unit', { exact: true }).selectOption({ label: 'North' })
    await page.route('**/storage/business-units', (route) => {
      const { storageIds, ...body } = route.request().postDataJSON()
      const gone = '01990000-0000-7000-8000-000000000000'
      return route.continue({ postData: { ...body, storageIds: [storageIds[0], gone] } })
    })
    await page.getByRole('button', { name: /^Put \d+ stores under North/ }).click()
    await page.getByText('At least one place does not exist or is not yours').waitFor()
    await page.getByText('Home Barn is not a storage location of yours').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Hill Store' }).click()
    await page.getByText('North').waitFor()
  })

  test('fields, on a phone, of which one finds some by name', async () => {
    if ((await ask('GET', units)).length === 0) await ask('POST', units, { name: 'North', type: 'farm' })
    const watched = await open('/fields', { isPhone: true })
    const { page } = watched
    const names = Object.keys(await unitsOf('field'))
    await page.getByRole('button', { name: 'More to do' }).click()
    await page.getByRole('button', { name: 'Business units…' }).click()
    await page.getByLabel('Find by name').fill('Church')
    await page.getByText('Church Field').last().waitFor()
    await expect.poll(() => page.getByRole('dialog').locator('.compact-row').count()).toBe(1)
    await page.getByRole('checkbox', { name: 'All that are listed' }).check()
    await page.getByLabel('Business unit', { exact: true }).selectOption({ label: 'North' })
    await watched.expectLooks('business units of fields')
    await page.getByRole('button', { name: 'Put 1 field under North' }).click()
    await page.getByText('1 field belongs to North now.').waitFor()
    const stored = await unitsOf('field')
    for (const name of names) expect(stored[name], name).toEqual(name === 'Church Field' ? ['North'] : [])
  })

  test('of ten thousand only those in view are rows', async () => {
    if ((await ask('GET', units)).length === 0) await ask('POST', units, { name: 'North', type: 'farm' })
    const { docs, ...answer } = await ask('GET', `${storage}/search?f:type=field&bays=false&limit=1`)
    const { page } = await open('/')
    await page.route(`**${storage}/search?**`, (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
      const rows = Array.from({ length: 200 }, (_row, index) => ({
        ...docs[0],
        id: `${offset + index}`,
        name: `Field ${offset + index + 1}`,
      }))
      return route.fulfill({ json: { ...answer, offset, totalDocs: 10_000, docs: rows } })
    })
    await page.goto('/fields')
    await page.getByRole('button', { name: 'Business units…' }).click()
    const list = page.getByRole('region', { name: 'What there is to choose from' })
    await list.getByText('Field 1', { exact: true }).waitFor()
    expect(await list.locator('tbody tr').count()).toBeLessThanOrEqual(60)
    await list.evaluate((each) => each.scrollTo(0, each.scrollHeight))
    await list.getByText('Field 201', { exact: true }).waitFor()
  })

  test('whoever may not change stores sees neither', async () => {
    const served = await serveConsole()
    try {
      const watched = await openPage(used.browser, served)
      await served.ask('POST', units, { name: 'North', type: 'farm' })
      await watched.page.route('**/api/identity/browser-session**', async (route) => {
        const response = await route.fetch()
        if (response.status() !== 200) return route.fulfill({ response })
        const json = await response.json()
        if (json.me) json.me.permissions = ['signed-in', 'stock:read']
        await route.fulfill({ response, json })
      })
      await signIn(watched, served, '/stores')
      await watched.page.getByRole('heading', { name: 'Hill Store' }).waitFor()
      expect(await watched.page.getByRole('button', { name: 'Business units…' }).count()).toBe(0)
      await watched.page.getByRole('link', { name: 'Hill Store' }).click()
      await watched.page.getByRole('heading', { name: 'Hill Store' }).waitFor()
      expect(await watched.page.getByRole('button', { name: 'Change' }).count()).toBe(0)
    } finally {
      await served.close()
    }
  })
})
