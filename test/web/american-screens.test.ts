import { describe, expect, test } from 'vitest'
import { hasBrowser, type WatchedPage } from './browser.ts'
import { seedContract, seedIntakes, seedOffers, seedSales } from './seed.ts'
import { useConsole } from './use-console.ts'

// The sample farm as if it lay elsewhere: many crops, harvests and lorries, read in the units of another country.

const screens = [
  '/',
  '/position',
  '/position?group=store',
  '/stock',
  '/stores',
  '/fields',
  '/contracts',
  '/contracts/new',
  '/harvest',
  '/harvest/plantings',
  '/for-sale',
  '/for-sale/new',
  '/for-sale/holders',
  '/movements',
  '/weighbridge',
  '/blend',
  '/settlements',
]

/** What no line of a screen says: figures and labels of units that the farm does not read. */
const others: [country: string, of: RegExp][] = [
  ['US', /\d\s?(kg|t|ha)\b|, (kg|t|ha)\b|\b(kg|t|bu)\/ha\b|hectare|kilogram|tonne|NaN/i],
  ['CA', /\d\s?(lb|tons?|ha)\b|, (lb|ton|ha)\b|\b(kg|t|bu)\/ha\b|hectare|pound|NaN/i],
  ['AU', /\d\s?(lb|tons?|bu|ac)\b|, (lb|ton|bu|ac)\b|\/ac\b|acre|pound|bushel|NaN/i],
]

/** How an entry is called by the service, which writes it in kilograms. */
const OF_THE_SERVICE = /^Began Entered as available to trade/

describe.runIf(hasBrowser).each(others)('the sample farm in %s', (countryISO, of) => {
  const console = useConsole({ countryISO })

  test('has no figure of another unit on any screen', async () => {
    const { served } = console
    await seedIntakes(served)
    const contract = await seedContract(served)
    await seedOffers(served)
    await seedSales(served)
    const watched = await console.open('/')
    const { lines } = await served.ask('GET', '/api/inventory/position')
    const [plan] = await served.ask('GET', '/api/inventory/harvest-plans')
    const [heap] = lines
    const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1')
    const more = [
      `/stock/${heap.recordId}`,
      `/stores/${heap.storageId}?bay=${heap.substorageId}`,
      `/contracts/${contract.id}`,
      `/harvest/${plan.id}`,
      `/movements?open=${docs[0].id}`,
    ]
    const wrong: string[] = []
    for (const screen of [...screens, ...more]) {
      await watched.page.goto(screen)
      const text = await settledText(watched)
      const found = text.split('\n').filter((line) => of.test(line) && !OF_THE_SERVICE.test(line))
      wrong.push(...found.map((line) => `${screen}: ${line}`))
      await watched.screenshot(
        `${countryISO} sample ${screen.replaceAll(/[/?=]+|[\da-f-]{36}/g, ' ').trim()}`,
      )
    }
    expect(wrong).toEqual([])
  })
})

/** What a screen and its labels say, once they say nothing more. */
async function settledText({ page }: WatchedPage): Promise<string> {
  const content = page.locator('#content')
  await content.locator('h1').first().waitFor()
  let text = ''
  const isSettled = async () => {
    const before = text
    const labels: string[] = await page.evaluate(
      `[...document.querySelectorAll('#content [aria-label]')].map((each) => each.getAttribute('aria-label'))`,
    )
    text = [await page.locator('body').innerText(), ...labels].join('\n')
    return text === before && (await content.locator(':is([aria-busy=true], .skeleton)').count()) === 0
  }
  await expect.poll(isSettled, { interval: 800 }).toBe(true)
  return text
}
