import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { paperBy } from './saved-file.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// The ticket that a device prints by itself, and the one that the service draws of the same load, say the same in the same order.

interface Printed {
  title: string
  facts: [name: string, value: string][]
  text: string
}

/** What stands on the paper that the browser would print now. */
const READ_PAPER = `(() => {
  const paper = document.querySelector('.paper')
  return {
    title: document.title,
    facts: [...paper.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent)),
    text: paper.innerText,
  }
})()`

describe.runIf(hasBrowser)('a ticket printed by a device', () => {
  const used = useConsole()
  beforeAll(() => seedIntakes(used.served))
  const newest = async () =>
    (await used.served.ask('GET', '/api/inventory/movements?type=intake&limit=1&sortBy=id&sortDesc=true'))
      .docs[0]
  const print = async (page: Page): Promise<Printed> => {
    await page.evaluate('globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1 }')
    await page
      .getByRole('button', { name: /^Print/ })
      .first()
      .click()
    await expect.poll(() => page.evaluate('globalThis.printed')).toBe(1)
    return (await page.evaluate(READ_PAPER)) as Printed
  }

  test('says what the service’s says, line by line, and is called alike', { timeout: 180_000 }, async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await page.locator('.chip').first().click()
    await page.locator('.scale').getByLabel('Full').fill('41 200')
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(41_200)
    const { title, facts, text } = await print(page)
    await watched.screenshot('ticket of a device')
    expect(text).toMatch(/Printed \d{1,2} \w+ \d{4}, \d\d:\d\d by /)

    const { id, driver } = await newest()
    await page.goto(`/movements?open=${id}`)
    const drawn = await paperBy(page.getByRole('button', { name: 'Ticket (PDF)' }))
    const places = facts.map(([name, value]) => {
      // How a weight was come by is noted on the device alone.
      const said = value.replace(/, (tare remembered|typed).*$/, '')
      expect(drawn).toContain(`${name} ${said}`)
      return drawn.indexOf(`${name} ${said}`)
    })
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(facts.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Date', 'Vehicle', 'From', 'To', 'Grain', 'Full', 'Empty', 'Weighed net']),
    )
    expect(title).toMatch(
      new RegExp(`^Weighbridge-ticket-${driver.loadReference}-[\\w-]+-\\d{4}-\\d\\d-\\d\\d$`),
    )
    await watched.expectSound()
  })
})
