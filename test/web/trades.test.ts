import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

const path = '/api/inventory/trades'

describe.runIf(hasBrowser)('contracts to buy and to sell', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  const day = new Date().toISOString().slice(0, 10)
  let wheat: { recordId: string; substorageName: string; commodity: { id: number }; type: { id: number } }

  beforeAll(async () => {
    const { lines } = await ask('GET', '/api/inventory/position')
    wheat = lines
      .filter((each: { owned: boolean }) => each.owned)
      .toSorted((a: { weight: number }, b: { weight: number }) => b.weight - a.weight)[0]
  })

  test('where there is none, it says what one is for and how to enter it, on a phone', async () => {
    const watched = await open('/trades', { isPhone: true })
    const { page } = watched
    await page.getByRole('heading', { name: 'No contracts to buy or to sell yet' }).waitFor()
    await watched.screenshot('trades empty')
    await watched.expectSound()
    await page.getByRole('link', { name: 'New contract' }).click()
    await page.getByRole('heading', { name: 'New contract' }).waitFor()
    for (const name of ['Add a window', 'Add a limit', 'Add an allowance'])
      await page.getByRole('button', { name }).click()
    await watched.expectLooks('trade new')
  })

  test('is entered in the page, with the service’s faults at their fields', async () => {
    const watched = await open('/trades/new')
    const { page } = watched
    await page.getByLabel('Buyer', { exact: true }).fill('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByLabel('Our number').fill('S-31')
    await page.getByLabel('Grain', { exact: true }).selectOption(`${wheat.commodity.id}.${wheat.type.id}`)
    await page.getByLabel('Agreed weight, t').fill('60')
    await page.getByLabel('Tolerance, ± %').fill('5')
    const rows: [string, string, string][] = [
      [day, day, '25'],
      ['2027-09-01', '2027-09-30', '45'],
    ]
    for (const [index, [from, to, weight]] of rows.entries()) {
      await page.getByRole('button', { name: 'Add a window' }).click()
      await page.getByLabel(`Window ${index + 1}: from`).fill(from)
      await page.getByLabel(`Window ${index + 1}: to`).fill(to)
      await page.getByLabel(`Window ${index + 1}: weight, t`).fill(weight)
    }
    await page.getByLabel('Price', { exact: true }).selectOption('fixed')
    await page.getByLabel('Amount').fill('214.50')
    const send = page.getByRole('button', { name: 'Enter the contract over 60.00 t' })
    await send.click()
    await page.getByText(/do not fit: the windows have 70,000 kg together/).waitFor()
    expect((await ask('GET', path)).totalDocs).toBe(0)
    await watched.expectSound(/400/)
    await page.getByLabel('Window 2: weight, t').fill('35')
    await send.click()
    await page.getByRole('heading', { name: 'S-31', exact: true }).waitFor()
    await page.getByText('± 5 %').waitFor()
    await page.getByText('214.50 GBP per t').waitFor()
    const { docs } = await ask('GET', path)
    expect(docs).toMatchObject([
      {
        kind: 'sale',
        status: 'confirmed',
        reference: 'S-31',
        partner: { name: 'Valley Mill' },
        weight: 60_000,
        tolerance: { percentage: 5 },
        windows: [{ weight: 25_000 }, { weight: 35_000 }],
        price: { kind: 'fixed', amount: '214.50', currency: 'GBP', unit: 't' },
      },
    ])
  })

  test('a lorry is weighed on it; what is more than is left is asked, and goes on the next window', async () => {
    const watched = await open('/weighbridge')
    const { page } = watched
    const weigh = async (plate: string, full: string, choose: () => Promise<void>) => {
      await page.goto(`${used.served.url}/weighbridge`)
      await page.getByText('Out', { exact: true }).click()
      await page.getByLabel('Registration').fill(plate)
      await page.getByLabel('To', { exact: true }).fill('Valley Mill')
      await page.keyboard.press('Escape')
      await page
        .locator('.bay-choice input')
        .and(page.getByLabel(new RegExp(wheat.substorageName)))
        .check({ force: true })
      await page.locator('.scale').getByLabel('Empty').fill('15000')
      await page.getByRole('radio', { name: /^S-31/ }).first().check()
      await page.getByRole('button', { name: 'Save and send to load' }).click()
      await page
        .getByRole('button', { name: new RegExp(plate) })
        .first()
        .click()
      await page.locator('.scale').getByLabel('Full').fill(full)
      await choose()
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await expect.poll(async () => (await newest()).driver.vehicleRegistration).toBe(plate)
      await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(Number(full))
    }
    await weigh('VM01 AAA', '35000', async () => undefined)
    expect((await newest()).trade).toMatchObject({ name: 'S-31', window: 1 })
    await weigh('VM02 BBB', '43000', async () => {
      await page.getByText(/^This load is 23\.0+ t more than is left of S-31\./).waitFor()
      await watched.expectLooks('weighbridge overfill')
      await page.getByRole('button', { name: /^On S-31, .* 35\.00 t left$/ }).click()
    })
    expect((await newest()).trade).toMatchObject({ name: 'S-31', window: 2 })
    const [{ id, windows, usage }] = (await ask('GET', path)).docs
    expect(windows).toMatchObject([
      { moved: 20_000, left: 5000 },
      { moved: 28_000, left: 7000 },
    ])
    expect(usage).toMatchObject({ moved: 48_000, left: 12_000, loads: 2 })
    await page.goto(`${used.served.url}/trades/${id}`)
    await page
      .getByText(/^12\.0+ t/)
      .first()
      .waitFor()
    await page
      .getByText(/^5\.0+ t left/)
      .first()
      .waitFor()
    await watched.expectLooks('trade page')
  })

  test('a movement names its contract with a link, and correcting it takes it off', async () => {
    const watched = await open(`/movements?open=${(await newest()).id}`)
    const { page } = watched
    const panel = page.getByRole('dialog')
    await panel.getByRole('link', { name: 'S-31' }).waitFor()
    await panel.getByRole('button', { name: 'Edit', exact: true }).click()
    await panel.getByRole('radio', { name: 'No contract' }).check()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await newest()).trade).toBeUndefined()
    expect((await ask('GET', path)).docs[0].usage).toMatchObject({ moved: 20_000, loads: 1 })
  })

  test('the list shows what is left with totals, narrows, and speaks German', async () => {
    await ask('POST', path, {
      kind: 'purchase',
      partner: { name: 'Reed Farm' },
      reference: 'P-7',
      commodity: { id: wheat.commodity.id },
      weight: 100_000,
      harvestYear: '2026',
    })
    const watched = await open('/trades')
    const { page } = watched
    await page.setViewportSize({ width: 1366, height: 768 })
    const table = page.getByRole('region', { name: 'Contracts' })
    await table.getByText('140.00 t left').waitFor()
    await watched.screenshot('trades 1366')
    await page.goto(`${used.served.url}/trades?kind=purchase`)
    await table.getByText('P-7').waitFor()
    expect(await table.getByText('S-31').count()).toBe(0)
    await page.goto(`${used.served.url}/trades`)
    await watched.expectLooks('trades')
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.evaluate("localStorage.setItem('granary.language', 'de')")
    await page.reload()
    await page.getByRole('heading', { name: 'Kontrakte' }).waitFor()
    await watched.screenshot('trades german 1366')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('P-7')
    await page.getByRole('option', { name: /P-7/ }).first().click()
    await page.getByRole('heading', { name: 'P-7', exact: true }).waitFor()
  })

  test('is closed short with a reason, and let go on', async () => {
    const [{ id }] = (await ask('GET', `${path}?query=S-31`)).docs
    const watched = await open(`/trades/${id}`)
    const { page } = watched
    expect(await page.getByRole('button', { name: 'Cancel it' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Close short' }).click()
    const close = page.getByRole('button', { name: /^Close it with [\d.]+ t left$/ })
    expect(await close.isDisabled()).toBe(true)
    await page.getByLabel('Reason').fill('The mill has enough.')
    await watched.expectLooks('trade close')
    await close.click()
    await page.getByText('Reason: The mill has enough.').waitFor()
    expect((await ask('GET', `${path}/${id}`)).status).toBe('closed_short')
    await page.getByRole('button', { name: 'Let it go on' }).click()
    await expect.poll(async () => (await ask('GET', `${path}/${id}`)).status).toBe('confirmed')
    await page.getByRole('link', { name: 'Change the terms' }).click()
    await page.getByLabel('Agreed weight, t').fill('80')
    await page.getByLabel('Why it is changed').fill('By phone')
    await page.getByRole('button', { name: 'Save the terms' }).click()
    await page.getByText('Weight: 60.00 t → 80.00 t').waitFor()
  })

  test('stock that leaves goes on several contracts: the rest of what is over on the next window', async () => {
    const watched = await open(`/stock/${wheat.recordId}`)
    const { page } = watched
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByLabel(/^How much/).fill('30')
    await page.getByLabel('Where to').selectOption('elsewhere')
    await page.getByLabel('Who gets it').fill('Valley Mill')
    await page.keyboard.press('Tab')
    await page.getByRole('radio', { name: /^S-31/ }).first().check()
    await page.getByText(/^This load is 25\.0+ t more than is left of S-31\./).waitFor()
    await watched.screenshot('move overfill')
    await page.getByRole('button', { name: /^5\.0+ t on S-31, the rest on S-31, .* to / }).click()
    await page.getByText(/^The rest: 25\.0+ t$/).waitFor()
    await watched.expectLooks('move on several contracts')
    await page.getByLabel('Weight of part 1').fill('4')
    await page.getByText(/^The rest: 26\.0+ t$/).waitFor()
    await page.getByRole('button', { name: /^Move 30\.0+ t to Valley Mill$/ }).click()
    await expect.poll(async () => (await newest()).trade?.window).toBe(2)
    const [{ windows, usage }] = (await ask('GET', `${path}?query=S-31`)).docs
    expect(windows).toMatchObject([{ moved: 24_000 }, { moved: 26_000 }])
    expect(usage).toMatchObject({ moved: 50_000 })
  })

  test('what the deliveries are worth is shown by load, over a time, and saved', async () => {
    const [{ id }] = (await ask('GET', `${path}?query=S-31`)).docs
    const watched = await open(`/trades/${id}`)
    const { page } = watched
    const panel = page.getByRole('region', { name: 'Value of deliveries' })
    const { totals, lines } = await ask('GET', `${path}/${id}/deliveries`)
    expect(totals).toMatchObject([{ currency: 'GBP', amount: '10725.00' }])
    await panel.getByText(/10,725\.00/).waitFor()
    await panel.getByText(`${lines.length} loads`).click()
    await watched.expectLooks('trade deliveries')
    await panel.getByLabel('From').fill('2020-01-01')
    await panel.getByLabel('To').fill('2020-01-31')
    await panel.getByText('0 loads').waitFor()
    await page.keyboard.press('Control+k')
    await ask('POST', '/api/inventory/orders', { tradeId: id, reference: 'O-77', loads: 1 })
    await page.getByRole('dialog').getByRole('combobox').fill('O-77')
    await page.getByRole('option', { name: /O-77/ }).first().click()
    await page.getByRole('heading', { name: 'O-77', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Order (PDF)' }).waitFor()
  })

  const newest = async () =>
    (await ask('GET', '/api/inventory/movements?type=outbound&limit=1&sortBy=id&sortDesc=true')).docs[0]
})
