import { expect } from 'vitest'
import type { ServedConsole } from './service.ts'
import { native, press, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays } from './walk-seed.ts'
import { loadsOf, scale, weighAgain } from './walk-weighbridge.ts'

// What moves when, and who drives it, each by the words of the page itself.

const form = await wordsOf('screens/orders/form-messages.ts', 'orderFormMessages')
const orderPage = await wordsOf('screens/orders/page-messages.ts', 'orderPageMessages')
const calledOff = await wordsOf('screens/trades/called-off-messages.ts', 'calledOffMessages')
const bridge = await wordsOf('screens/weighbridge/messages.ts')

const mill = (mark: string) => ({
  kind: 'sale',
  partner: { name: `Abrufmühle ${mark}` },
  commodity: { id: 1, type: 101 },
})

const order = ({ ask }: ServedConsole, mark: string, more: object) =>
  ask('POST', '/api/inventory/orders', { ...mill(mark), reference: `AU-${mark}`, weight: 40_000, ...more })

/** By what the guide calls them. */
export const orderTasks: Record<string, Walk> = {
  async 'Call off a part of a contract'({ page, served, mark }) {
    const { id } = await served.ask('POST', '/api/inventory/trades', {
      ...mill(mark),
      reference: `AB-${mark}`,
      weight: 60_000,
    })
    await page.goto(`/trades/${id}`)
    await page.getByRole('link', { name: calledOff('callOff') }).click()
    await page.getByLabel(form('weight')).fill('25')
    await page.getByLabel(form('loads')).fill('1')
    await press(page, form('create'))
    await page.waitForURL(/\/orders\/[\da-f-]{36}$/)
    const { docs } = await served.ask('GET', `/api/inventory/orders?tradeId=${id}`)
    expect(docs).toMatchObject([{ kind: 'sale', weight: 25_000, loads: 1, usage: { left: 25_000 } }])
  },
  async 'Weigh a lorry on an order'({ page, served, mark }) {
    const { places } = await makeBays({ served, mark }, 'Auftragshalle')
    const [place] = places
    await lay(served, { ...place, weight: 90_000 })
    const { id } = await order(served, mark, {
      vehicles: [`AU ${mark}`],
      place: { storageId: place?.storageId, bayIds: [Number(place?.substorageId)] },
    })
    await page.goto('/weighbridge')
    await page.getByText(bridge('out'), { exact: true }).click()
    await page.getByLabel(bridge('vehicle')).fill(`AU ${mark}`)
    await page.keyboard.press('Escape')
    await press(page, new RegExp(`^AU-${mark} `))
    await scale(page, 'empty').fill('15000')
    await press(page, bridge('saveFirstOut'))
    await weighAgain(page, `AU ${mark}`, 'full', 25_000)
    await expect.poll(() => loadsOf(served, `AU ${mark}`)).toEqual([['', 10_000]])
    expect((await served.ask('GET', `/api/inventory/orders/${id}`)).usage).toMatchObject({ left: 30_000 })
  },
  async 'Give a driver the order'({ page, served, mark }) {
    const { id } = await order(served, mark, { loads: 2 })
    await page.goto(`/orders/${id}`)
    await press(page, orderPage('giveLink'))
    await page.getByRole('link', { name: orderPage('openLink') }).waitFor()
    const { driverLink } = await served.ask('GET', `/api/inventory/orders/${id}`)
    // A driver has another browser, and reads in its language.
    const driver = await page
      .context()
      .browser()
      ?.newContext({ locale: native('locale') })
    if (!driver) throw new Error('there is no browser')
    const sheet = await driver.newPage()
    await sheet.goto(new URL(driverLink, served.url).href)
    await sheet.getByText(`AU-${mark}`, { exact: true }).waitFor()
    expect(native('locale')).toContain(await sheet.locator('html').getAttribute('lang'))
    await driver.close()
  },
}
