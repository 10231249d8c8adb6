import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMake, makes, type Make } from '../../web/src/scale/indicator-lines.ts'
import { textOfPdf } from '../pdf.ts'
import { endOf, makeWorkplace, start } from '../program.ts'
import { hasBrowser, type WatchedPage } from './browser.ts'
import { playIndicator, type PlayedIndicator } from './scale-sessions.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// Lorries over a weighbridge of each make: what its indicator sends goes through `granary scale` and the page into the book and onto the ticket.

describe.runIf(hasBrowser)('the scale', () => {
  const used = useConsole()
  let indicator: PlayedIndicator
  let bridge: ChildProcess
  let ended: ReturnType<typeof endOf>
  let workplace: Awaited<ReturnType<typeof makeWorkplace>>
  let watched: WatchedPage
  beforeAll(async () => {
    await seedIntakes(used.served)
    ;[indicator, workplace] = await Promise.all([playIndicator(), makeWorkplace()])
    bridge = start(['scale', '--tcp', `127.0.0.1:${indicator.port}`, '--origin', used.served.url], {
      cwd: workplace.directory,
    })
    ended = endOf(bridge)
  })
  afterAll(async () => {
    bridge.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    indicator.close()
    await workplace.remove()
  })

  const newest = async () =>
    (await used.served.ask('GET', '/api/inventory/movements?type=intake&limit=1&sortBy=id&sortDesc=true'))
      .docs[0]
  const ticketOf = async (id: number) => {
    await used.served.ask('POST', `/api/inventory/movements/${id}/ticket`)
    const answer = await fetch(`${used.served.url}/api/inventory/movements/${id}/ticket.pdf`, {
      headers: { 'X-Api-Key': used.served.apiKey },
    })
    return (await textOfPdf(Buffer.from(await answer.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ')
  }
  /** The weighbridge, at an indicator of this make. */
  const open = async (make: Make): Promise<Page> => {
    watched = await used.open('/weighbridge')
    await indicator.become(make)
    const settings = JSON.stringify({ source: 'bridge', make, name: 'Bridge in' })
    await watched.page.evaluate(`localStorage.setItem('granary.device', ${JSON.stringify(settings)})`)
    await watched.page.reload()
    await shows(watched.page, 0)
    return watched.page
  }
  const shows = (page: Page, kg: number) =>
    page.locator(`.scale input[placeholder="${kg.toLocaleString('en-GB')}"]`).waitFor()
  const take = async (page: Page, kg: number) => {
    await shows(page, kg)
    await page.getByRole('button', { name: 'Take weight' }).click()
    expect(await page.locator('.scale input').inputValue()).toBe(kg.toLocaleString('en-GB'))
  }
  /** The first lorry comes over the bridge full, and is in the yard then. */
  const weighFull = async (page: Page, kg: number) => {
    const number = await indicator.driveOn(kg)
    await page.locator('.chip').first().click()
    await take(page, kg)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    return number
  }

  test.each(
    Object.keys(makes)
      .filter(isMake)
      .map((make, index) => [make, index] as const),
  )('of %s is heard from the empty plate to the ticket', async (make, index) => {
    const [full, empty] = [42_660 + 20 * index, 14_200 + 20 * index]
    const page = await open(make)
    const numbers = [await weighFull(page, full)]
    await page.locator('button.row').first().waitFor()
    await indicator.driveOff()
    numbers.push(await indicator.driveOn(empty))
    await page.locator('button.row').first().click()
    await take(page, empty)
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(empty)
    const { id, weighbridge } = await newest()
    const reading = (kg: number, number: string | undefined) => ({
      source: 'scale',
      device: 'Bridge in',
      make: makes[make],
      line: expect.stringContaining(String(kg)),
      isStable: true,
      readAtUTC: expect.stringMatching(/:\d\dZ$/),
      ...(number !== undefined && { recordNumber: number }),
    })
    expect(weighbridge.readings).toEqual({
      full: reading(full, numbers[0]),
      empty: reading(empty, numbers[1]),
    })
    const paper = await ticketOf(id)
    for (const number of numbers)
      expect(paper).toContain(
        `from the scale Bridge in${number === undefined ? '' : `, instrument record ${number}`}`,
      )
    expect(paper).not.toContain('typed by hand')
    await watched.expectSound(/127\.0\.0\.1:4711/)
  })

  test('whose weight is typed over at the second weighing: the ticket says so', async () => {
    const page = await open('generic')
    await weighFull(page, 41_000)
    await page.locator('button.row').first().click()
    await page.locator('.scale input').fill('14 100')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_100)
    const { id, weighbridge } = await newest()
    expect(weighbridge.readings).toMatchObject({ full: { source: 'scale' }, empty: { source: 'typed' } })
    expect(await ticketOf(id)).toMatch(/14,100 kg typed by hand/)
  })

  test('with an axle left on it is doubted once, and not where the plate was empty', async () => {
    const page = await open('generic')
    await weighFull(page, 40_500)
    await page.locator('button.row').first().waitFor()
    await indicator.driveOff(340)
    await indicator.driveOn(14_540)
    await page.locator('button.row').first().click()
    await take(page, 14_540)
    const finish = page.getByRole('button', { name: 'Finish ticket' })
    await finish.click()
    const doubt = page.getByText('The scale did not stand at zero before this lorry: it showed 340 kg.')
    await doubt.waitFor()
    await watched.screenshot('scale not at zero')
    await watched.expectSound(/127\.0\.0\.1:4711/)
    expect((await newest()).weighbridge.empty.weight).toBeNull()
    await finish.click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_540)
    expect((await newest()).weighbridge.readings.empty).not.toHaveProperty('before')
  })
})
