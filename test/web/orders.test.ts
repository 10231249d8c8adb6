import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openPage } from './browser.ts'
import { useConsole } from './use-console.ts'

const path = '/api/inventory/orders'

describe.runIf(hasBrowser)('orders', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const orderOf = async (reference: string) => (await ask('GET', `${path}?query=${reference}`)).docs[0]
  let wheat: {
    recordId: string
    storageId: string
    substorageId: string
    substorageName: string
    commodity: { id: number }
    type: { id: number }
  }

  beforeAll(async () => {
    const { lines } = await ask('GET', '/api/inventory/position')
    wheat = lines
      .filter((each: { owned: boolean }) => each.owned)
      .toSorted((a: { weight: number }, b: { weight: number }) => b.weight - a.weight)[0]
  })

  test('where there is none, it says what one is for and how to enter it, on a phone', async () => {
    const watched = await open('/orders', { isPhone: true })
    const { page } = watched
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor()
    await watched.screenshot('orders empty')
    await watched.expectSound()
    await page.getByRole('link', { name: 'New order' }).click()
    await page.getByRole('heading', { name: 'New order' }).waitFor()
    await page.getByLabel('Our store').selectOption({ index: 1 })
    await watched.expectLooks('order new')
  })

  test('a part of a contract is called off in the page, which its contract and the list show', async () => {
    const trade = await ask('POST', '/api/inventory/trades', {
      kind: 'sale',
      partner: { name: 'Valley Mill' },
      reference: 'S-31',
      commodity: { id: wheat.commodity.id, type: wheat.type.id },
      weight: 60_000,
      tolerance: { percentage: 5 },
    })
    const watched = await open(`/trades/${trade.id}`)
    const { page } = watched
    await page.getByText('Nothing was called off yet.').waitFor()
    await page.getByRole('link', { name: 'Call off' }).click()
    await page.getByRole('heading', { name: 'Call off from S-31' }).waitFor()
    await page.getByText(/^Of contract S-31: Valley Mill, .* 60\.00 t left\.$/).waitFor()
    expect(await page.getByLabel('Buyer', { exact: true }).count()).toBe(0)
    await page.getByLabel('Our number').fill('O-114')
    await page.getByLabel('Weight, t').fill('40')
    await page.getByLabel('Number of lorries').fill('2')
    await page.getByLabel('Haulier').fill('Fenland Haulage')
    await page.getByLabel('Lorries that are expected').fill('FH01 AAA, FH02 BBB')
    await page.getByLabel('Where the buyer wants it').fill('Gate 2, Mill Lane')
    await page.getByLabel('Opening hours').fill('Mon–Fri 7–17')
    await page.getByLabel('Instructions for the driver').fill('Ring the bell.')
    await page.getByLabel('Our store').selectOption(wheat.storageId)
    await page
      .getByRole('group', { name: 'Bays suggested' })
      .getByLabel(wheat.substorageName, { exact: true })
      .check()
    await page.getByRole('button', { name: 'Enter the order' }).click()
    await page.getByRole('heading', { name: 'O-114', exact: true }).waitFor()
    expect(await orderOf('O-114')).toMatchObject({
      kind: 'sale',
      status: 'open',
      trade: { id: trade.id, name: 'S-31' },
      weight: 40_000,
      loads: 2,
      vehicles: ['FH01 AAA', 'FH02 BBB'],
      place: {
        storageId: wheat.storageId,
        address: 'Gate 2, Mill Lane',
        bays: [{ name: wheat.substorageName }],
      },
    })
    await page.getByRole('link', { name: 'S-31' }).click()
    await page.getByRole('region', { name: 'Orders' }).getByText('40.00 t left · 2 loads left').waitFor()
    await watched.expectLooks('trade with orders')
  })

  test('a lorry that it expects is weighed on it by a tap; what is more than is left is asked', async () => {
    const watched = await open('/weighbridge')
    const { page } = watched
    const weigh = async (plate: string, full: string, choose: () => Promise<void>) => {
      await page.goto(`${used.served.url}/weighbridge`)
      await page.getByText('Out', { exact: true }).click()
      await page.getByLabel('Registration').fill(plate)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^O-114 .*Valley Mill/ }).click()
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('Valley Mill')
      await page.getByRole('radio', { name: /^Order O-114/ }).waitFor()
      expect(await page.getByRole('radio', { name: /^Order O-114/ }).isChecked()).toBe(true)
      await page.locator('.scale').getByLabel('Empty').fill('15000')
      await page.getByRole('button', { name: 'Save and send to load' }).click()
      // The lorry is among those that are known as well.
      await page
        .getByRole('region', { name: 'In the yard' })
        .getByRole('button', { name: new RegExp(plate) })
        .click()
      await page.locator('.scale').getByLabel('Full').fill(full)
      await choose()
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await expect.poll(async () => (await newest()).driver.vehicleRegistration).toBe(plate)
      await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(Number(full))
    }
    await weigh('FH01 AAA', '40000', async () => undefined)
    expect(await newest()).toMatchObject({ order: { name: 'O-114' }, trade: { name: 'S-31' } })
    await weigh('FH02 BBB', '36000', async () => {
      await page.getByText(/^This load is 6\.0+ t more than is left of O-114\./).waitFor()
      await watched.expectLooks('weighbridge order overfill')
      await page.getByRole('button', { name: 'Leave it on O-114' }).click()
    })
    const { usage } = await orderOf('O-114')
    expect(usage).toMatchObject({ moved: 46_000, movedLoads: 2, left: 0, leftLoads: 0, over: 6000 })
    expect((await ask('GET', '/api/inventory/trades?query=S-31')).docs[0].usage).toMatchObject({
      left: 14_000,
    })
  })

  test('the driver is given a link, which shows the order without signing in and ends when it is withdrawn', async () => {
    const { id } = await ask('POST', path, {
      kind: 'purchase',
      partner: { name: 'Reed Farm' },
      reference: 'O-200',
      commodity: { id: wheat.commodity.id },
      loads: 3,
      fromISO: '2026-09-01',
      place: { storageId: wheat.storageId, address: 'Reed Farm, yard', openingHours: 'Mon–Fri 7–17' },
      instructions: 'Mind the dog.',
    })
    const watched = await open(`/orders/${id}`)
    const { page } = watched
    await page.getByRole('button', { name: 'Make a link for the driver' }).click()
    const link = page.getByRole('link', { name: 'See what the driver sees' })
    const address = await link.getAttribute('href')
    await page.locator('.camera-code').waitFor()
    await watched.expectLooks('order page')
    const driver = await openPage(used.browser, used.served, { isPhone: true })
    await driver.page.goto(`${used.served.url}${new URL(address ?? '', used.served.url).pathname}`)
    await driver.page.getByRole('heading', { name: 'Order O-200' }).waitFor()
    for (const text of ['3 loads', 'Reed Farm, yard', 'Mon–Fri 7–17', 'Mind the dog.'])
      await driver.page.getByText(text, { exact: true }).waitFor()
    await driver.screenshot('order for the driver')
    await page.getByRole('button', { name: 'Withdraw the link' }).click()
    await page.getByRole('button', { name: 'Make a link for the driver' }).waitFor()
    await driver.page.reload()
    await driver.page.getByRole('heading', { name: 'There is no such order' }).waitFor()
  })

  test('the list shows what is left with totals, narrows, and speaks German and French', async () => {
    const watched = await open('/orders')
    const { page } = watched
    await page.setViewportSize({ width: 1366, height: 768 })
    const table = page.getByRole('region', { name: 'Orders' })
    await table.getByText('3 loads left').waitFor()
    await watched.screenshot('orders 1366')
    await page.goto(`${used.served.url}/orders?kind=purchase`)
    await table.getByText('O-200').waitFor()
    expect(await table.getByText('O-114').count()).toBe(0)
    await page.goto(`${used.served.url}/orders`)
    await watched.expectLooks('orders')
    await page.setViewportSize({ width: 1366, height: 768 })
    for (const [language, title] of [
      ['fr', 'Ordres'],
      ['de', 'Aufträge'],
    ] as const) {
      await page.evaluate(`localStorage.setItem('granary.language', '${language}')`)
      await page.reload()
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      await watched.screenshot(`orders ${language} 1366`)
    }
    await page.goto(`${used.served.url}/orders/${(await orderOf('O-200')).id}`)
    await page.getByRole('heading', { name: 'Für den Fahrer', exact: true }).waitFor()
    await watched.screenshot('order german 1366')
  })

  test('is changed with a reason, done, opened again and cancelled', async () => {
    const { id } = await orderOf('O-200')
    const watched = await open(`/orders/${id}`)
    const { page } = watched
    await page.getByRole('link', { name: 'Change the order' }).click()
    await page.getByLabel('Number of lorries').fill('4')
    await page.getByLabel('Why it is changed').fill('By phone')
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('Number of lorries: 3 → 4').waitFor()
    await page.getByRole('button', { name: 'Mark it as done' }).click()
    await page.getByRole('button', { name: 'Open it again' }).click()
    await page.getByRole('button', { name: 'Cancel it' }).click()
    const cancel = page.getByRole('button', { name: 'Cancel it now' })
    expect(await cancel.isDisabled()).toBe(true)
    await page.getByLabel('Reason').fill('The farm keeps it.')
    await watched.expectLooks('order cancel')
    await cancel.click()
    await page.getByText('Reason: The farm keeps it.').waitFor()
    expect((await ask('GET', `${path}/${id}`)).status).toBe('cancelled')
  })

  const newest = async () =>
    (await ask('GET', '/api/inventory/movements?type=outbound&limit=1&sortBy=id&sortDesc=true')).docs[0]

  test('one without a number is known by its partner, its days and its weight', async () => {
    const made = await ask('POST', path, {
      kind: 'sale',
      partner: { name: 'Nameless Mill' },
      commodity: { id: wheat.commodity.id, type: wheat.type.id },
      weight: 25_000,
      fromISO: '2031-03-04',
    })
    const watched = await open('/orders')
    const { page } = watched
    const row = page.getByRole('row', { name: /Nameless Mill/ })
    await row.getByRole('link', { name: 'Nameless Mill' }).waitFor()
    expect(await row.innerText()).toMatch(/from 4 Mar.*\s+25\.00 t/)
    expect(await page.getByText(/without a number/i).count()).toBe(0)
    await row.getByRole('link', { name: 'Nameless Mill' }).click()
    await page.waitForURL(new RegExp(made.id))
    await page.getByRole('heading', { name: 'Nameless Mill' }).waitFor()
    await page.getByText(/^Goes out · Wheat.* · 25\.00 t · from 4 Mar/).waitFor()
    await watched.expectSound()
  })
})
