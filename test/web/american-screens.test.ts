import { describe, expect, test } from 'vitest'
import { hasBrowser, type WatchedPage } from './browser.ts'
import { seedContract, seedIntakes, seedOffers, seedSales } from './seed.ts'
import { forms, heapsIn, textsOfForms } from './stock-forms.ts'
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

const METRIC = /\d\s?(lb|tons?|bu|ac)\b|, (lb|ton|bu|ac)\b|\/ac\b|acre|pound|bushel|NaN/i

/** What no line of a screen says, figures and labels of units that the farm does not read; and how a time of day is told. */
const countries: [country: string, of: RegExp, clock: RegExp][] = [
  [
    'US',
    /\d\s?(kg|t|ha)\b|, (kg|t|ha)\b|\b(kg|t|bu)\/ha\b|hectare|kilogram|tonne|NaN/i,
    /\b(1[0-2]|[1-9]):\d\d\s[AP]M\b/,
  ],
  [
    'CA',
    /\d\s?(lb|tons?|ha)\b|, (lb|ton|ha)\b|\b(kg|t|bu)\/ha\b|hectare|pound|NaN/i,
    /\b(1[0-2]|[1-9]):\d\d\s[ap]\.m\./,
  ],
  ['AU', METRIC, /\b(1[0-2]|[1-9]):\d\d\s[ap]m\b/],
  ['GB', METRIC, /\b([01]\d|2[0-3]):[0-5]\d\b(?!\s[ap])/],
]

/** How an entry is called by the service, which writes it in kilograms. */
const OF_THE_SERVICE = /^Began Entered as available to trade/

describe.runIf(hasBrowser).each(countries)('the sample farm in %s', (countryISO, of, clock) => {
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
      if (screen === '/movements') expect(text).toMatch(clock)
      const found = text.split('\n').filter((line) => of.test(line) && !OF_THE_SERVICE.test(line))
      wrong.push(...found.map((line) => `${screen}: ${line}`))
      await watched.screenshot(
        `${countryISO} sample ${screen.replaceAll(/[/?=]+|[\da-f-]{36}/g, ' ').trim()}`,
      )
    }
    expect(wrong).toEqual([])
  })

  test.each(forms)('nor a form: %s', async (_name, reach) => {
    const watched = await console.open('/')
    const [heap] = await heapsIn(console.served.ask)
    await reach(watched.page, heap)
    await settledText(watched)
    const texts: string[] = await watched.page.evaluate(textsOfForms)
    expect(texts.filter((text) => of.test(text))).toEqual([])
  })

  test.each(['/harvest', '/harvest/plantings', '/fields', '/stores', '/blend'])(
    'nor the help of %s',
    async (screen) => {
      const { page } = await console.open(screen)
      await page.locator('#content h1').waitFor()
      await page.getByRole('button', { name: 'Help' }).first().click()
      const help = page.getByRole('dialog')
      await help.locator('dd').first().waitFor()
      expect((await help.innerText()).split('\n').filter((line) => of.test(line))).toEqual([])
    },
  )
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
