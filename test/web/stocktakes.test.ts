import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn, views, type WatchedPage } from './browser.ts'
import { paperBy } from './saved-file.ts'
import type { ServedConsole } from './service.ts'
import { useConsole } from './use-console.ts'

// A stock-take from its opening to its certificate: on two phones without a network, and at a desk.

const path = '/api/inventory/stocktakes'

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Line {
  storageName: string
  substorageId: number
  substorageName: string
  state: string
  book: number
  counts: { weight: number; countedBy: string; note: string; howMeasured: { method: string } | null }[]
}

const WITHOUT_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to fetch|Load failed/

/** A colleague who counts, with a password of their own. */
async function addCounter(
  { ask, url, owner }: ServedConsole,
  givenName: string,
): Promise<ServedConsole['owner']> {
  const email = `${givenName.toLowerCase()}@hillfarm.example`
  const { token } = await ask('POST', '/api/identity/invitations', { email, role: 'operator' })
  const accepted = await fetch(`${url}/api/identity/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, givenName, familyName: 'Brook', password: owner.password }),
  })
  expect(accepted.status).toBeLessThan(300)
  return { email, password: owner.password }
}

const tonnes = (kg: number) => String(kg / 1000)

/** Counts the bay that is shown, and waits for what comes after it. */
async function countShown(page: Page, name: string, kg: number): Promise<void> {
  await page.locator('.count-bay h2', { hasText: name }).waitFor()
  if (kg === 0) await page.getByRole('button', { name: 'Nothing there' }).click()
  else {
    await page.getByLabel('Counted, t').fill(tonnes(kg))
    await page.getByRole('button', { name: /^Save/ }).click()
  }
  await page.getByText(`${name}: `).and(page.locator('.count-kept')).waitFor()
}

/** Tries the calculator on the bay that is shown; its weight is taken over. */
async function measureShown(page: Page): Promise<void> {
  await page.getByText('Measure the heap').click()
  await page.getByLabel('Length, m').fill('20')
  await page.getByLabel('Width, m').fill('3')
  await page.getByLabel('Depth at the wall, m').fill('3')
  await page.getByRole('button', { name: 'Take this weight' }).click()
  await page.getByText(/^By the volume of the heap/).waitFor()
}

describe.runIf(hasBrowser)('stock-takes', () => {
  const used = useConsole()
  const { open } = used
  const ask: ServedConsole['ask'] = (...asked) => used.served.ask(...asked)
  let sam: ServedConsole['owner']
  let jo: ServedConsole['owner']
  beforeAll(async () => {
    sam = await addCounter(used.served, 'Sam')
    jo = await addCounter(used.served, 'Jo')
  })

  /** The phone of a colleague, on a page of the console. */
  async function phoneOf(who: ServedConsole['owner'], at: string, hasWorker = false): Promise<WatchedPage> {
    const watched = await openPage(used.browser, used.served, { isPhone: true, hasWorker })
    await signIn(watched, { owner: who }, at)
    return watched
  }
  /** A bay is counted in one open session alone. */
  async function cancelOpenOnes(): Promise<void> {
    const { docs } = await ask('GET', `${path}?status=open`)
    for (const { id } of docs) await ask('POST', `${path}/${id}/cancel`, {})
  }
  const weightOf = async (bay: number, query = ''): Promise<number | undefined> =>
    (await ask('GET', `/api/inventory/position${query}`)).lines.find(
      (line: { substorageId: number }) => line.substorageId === bay,
    )?.weight
  const linesOf = async (id: string): Promise<Line[]> => (await ask('GET', `${path}/${id}`)).lines

  test('where there is none it says what one is for; one is opened, with what is refused at its field', async () => {
    const watched = await open('/stocktakes')
    const { page } = watched
    await page.getByRole('heading', { name: 'No stock-takes yet' }).waitFor()
    await watched.expectLooks('stocktakes empty')
    await page.getByRole('link', { name: 'New stock-take' }).click()
    await page.getByLabel('Name').fill('x'.repeat(501))
    await page.getByText('At most 500 characters').waitFor()
    await page.getByLabel('Name').fill('Year end 2026')
    await page.getByLabel(/^Blind/).check()
    await page.getByLabel('Per cent of the book').fill('1')
    await page.getByLabel('Weight, t').fill('0.5')
    await page.getByText('Some stores or bays').click()
    await page.getByRole('checkbox').nth(1).waitFor()
    await watched.expectLooks('stocktake new')
    await page.getByText('All stores', { exact: true }).click()
    await page.getByRole('button', { name: /^Open it over/ }).click()
    await page.waitForURL(/stocktakes\/[\da-f-]{36}$/)
    const { docs } = await ask('GET', path)
    expect(docs).toMatchObject([
      { name: 'Year end 2026', isBlind: true, tolerance: { percent: 1, weight: 500 }, status: 'open' },
    ])
    // Its bays are taken: another one over them is refused in the service's words.
    await page.goto('/stocktakes/new')
    await page.getByLabel('Name').fill('Twice')
    await page.getByRole('button', { name: /^Open it over/ }).click()
    await page.locator('.fault', { hasText: 'Year end 2026' }).waitFor()
    await watched.expectSound(/400/)
  })

  test('two phones count all bays without a network, somebody else approves, and it is certified', async () => {
    const [{ id }] = (await ask('GET', path)).docs
    const lines = await linesOf(id)
    const half = Math.ceil(lines.length / 2)
    const onPhone = [
      await phoneOf(sam, '/stocktakes', true),
      await phoneOf(jo, `/stocktakes/${id}/count`),
    ] as const
    const [first, second] = onPhone
    await first.page.getByRole('link', { name: /Year end 2026/ }).waitFor()
    await first.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // What is kept is written half a second after it was read.
    await first.page.waitForTimeout(1500)
    await second.page.locator('.count-bay h2').waitFor()
    for (const { context } of onPhone) await context.setOffline(true)
    // The first phone opens the session for the first time where there is no network.
    await first.page.reload()
    await first.page.getByRole('link', { name: /Year end 2026/ }).click()
    await first.page.getByText(/^You count in a blind stock-take/).waitFor()
    await first.page.getByRole('link', { name: 'Count', exact: true }).click()
    expect(await first.page.getByText(/^By the book/).count()).toBe(0)
    await first.screenshot('stocktake count on a phone, offline')
    const short = lines.findIndex(({ book }) => book > 100_000)
    expect(short).toBeGreaterThanOrEqual(0)
    const kgOf = ({ book }: Line, index: number) => (index === short ? book - 5000 : book)
    for (const [index, line] of lines.slice(0, half).entries())
      await countShown(first.page, line.substorageName, kgOf(line, index))
    // A reload without a network loses nothing, and offers the next bay.
    await first.page.reload()
    await first.page.locator('.count-bay h2', { hasText: lines[half]?.substorageName ?? '' }).waitFor()
    await first.page.getByText(`${half} of ${lines.length} bays counted`).waitFor()
    await second.page.getByText('All bays').click()
    const firstOfSecond = lines[half]?.substorageName ?? ''
    await second.page.getByRole('link', { name: firstOfSecond }).click()
    for (const line of lines.slice(half)) await countShown(second.page, line.substorageName, line.book)
    expect((await ask('GET', `${path}/${id}`)).totals).toMatchObject({ counted: 0, open: lines.length })
    for (const { page } of onPhone)
      await page
        .getByText(/entries wait for the connection/)
        .locator('visible=true')
        .first()
        .waitFor()
    for (const { context } of onPhone) await context.setOffline(false)
    await expect
      .poll(async () => (await ask('GET', `${path}/${id}`)).totals, { timeout: 60_000 })
      .toMatchObject({ counted: lines.length - 1, recount: 1, open: 0 })
    const counted = await linesOf(id)
    expect(counted.map(({ counts }) => counts.map(({ weight }) => weight))).toEqual(
      lines.map((line, index) => [kgOf(line, index)]),
    )
    // The first has counted that bay: the second is the one whom it is offered.
    await second.page.locator('.count-bay h2', { hasText: lines[short]?.substorageName ?? '' }).waitFor()
    await second.page.getByText(/^This bay is to be counted again/).waitFor()
    await measureShown(second.page)
    await second.page.getByLabel('Note').fill('Measured twice')
    const photo = { name: 'heap.png', mimeType: 'image/png', buffer: PHOTO }
    await second.page.locator('.count-bay ~ form input[type=file]').first().setInputFiles(photo)
    await second.page.getByLabel(/heap\.png/).waitFor()
    await second.page.getByRole('button', { name: 'Save the count' }).click()
    await second.page.getByRole('heading', { name: 'All bays are counted' }).waitFor()
    await expect
      .poll(async () => (await linesOf(id))[short]?.counts.at(-1), { timeout: 30_000 })
      .toMatchObject({
        countedBy: 'Jo Brook',
        note: 'Measured twice',
        files: [{ name: 'heap.png' }],
        howMeasured: { method: 'estimated', volume: { lengthsMetres: { length: 20, width: 3, height: 3 } } },
      })
    await second.expectSound(WITHOUT_NETWORK)
    await second.screenshot('stocktake all counted')
    // Two who find different weights settle nothing: it is offered to the first again, who finds what the second found.
    const { state, counts } = (await linesOf(id))[short] ?? {}
    expect(state).toBe('recount')
    await first.page.getByText('All bays').click()
    await first.page.getByRole('link', { name: lines[short]?.substorageName ?? '' }).click()
    await first.page.getByText(/^This bay is to be counted again/).waitFor()
    await countShown(first.page, lines[short]?.substorageName ?? '', counts?.at(-1)?.weight ?? 0)
    await expect.poll(async () => (await linesOf(id))[short]?.state).toBe('counted')
    await approve(id, lines[short]?.substorageName ?? '')
  })

  /** The office looks at the sheet and approves it; the certificate says who did what. */
  async function approve(id: string, short: string): Promise<void> {
    const watched = await open(`/stocktakes/${id}`)
    const { page } = watched
    await page
      .getByText(/ Sam Brook/)
      .first()
      .waitFor()
    await watched.expectLooks('stocktake sheet')
    await page.getByRole('button', { name: short }).first().click()
    await page
      .getByRole('dialog')
      .getByText(/Jo Brook/)
      .waitFor()
    await page.getByRole('dialog').getByText('Measured twice').waitFor()
    await page.getByRole('dialog').getByText('heap.png').waitFor()
    await watched.expectLooks('stocktake line')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve' })
    await dialog.getByText(/→/).first().waitFor()
    await watched.expectLooks('stocktake approval')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Approved by Ann Hill/).waitFor()
    const paper = await paperBy(page.getByRole('button', { name: 'Certificate (PDF)' }))
    for (const words of ['Year end 2026', 'Sam Brook', 'Jo Brook', 'Ann Hill']) expect(paper).toContain(words)
    expect((await ask('GET', `${path}/${id}`)).status).toBe('approved')
  }

  test('a count that is refused stays red with all that was typed, is corrected or given up', async () => {
    await cancelOpenOnes()
    const { docs: stores } = await ask('GET', '/api/inventory/storage?type=store')
    const [store] = stores
    const bayIds: number[] = (await ask('GET', `/api/inventory/storage/${store.id}`)).substorage.map(
      (bay: { id: number }) => bay.id,
    )
    const made = await ask('POST', path, { name: 'Spot check', substorageIds: bayIds.slice(0, 2) })
    const watched = await phoneOf(sam, `/stocktakes/${made.id}/count`)
    const { page, context } = watched
    await page.getByText(/^By the book/).waitFor()
    await context.setOffline(true)
    // A time that is still to come.
    await page.getByText(/^Counted by somebody else/).click()
    await page.getByLabel('Counted by').fill('Old Reed')
    await page.getByLabel('Time').fill('23:59')
    await page.getByLabel('Note').fill('By torch')
    // Kilograms for tonnes.
    await page.getByLabel('Counted, t').fill('88000')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText(/^That is [\d,]+ times what the bay holds/).waitFor()
    await page.getByText(/^That is [\d,]+ times what the book has/).waitFor()
    await page.getByLabel('Counted, t').fill('88')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText(/: 88.00 t kept/).waitFor()
    await context.setOffline(false)
    const red = page.locator('.count-refused')
    await red.getByText(/future|still to come/).waitFor()
    await red.getByRole('link', { name: 'Correct' }).click()
    expect(await page.getByLabel('Counted, t').inputValue()).toBe('88')
    expect(await page.getByLabel('Note').inputValue()).toBe('By torch')
    expect(await page.getByLabel('Counted by').inputValue()).toBe('Old Reed')
    await page.getByLabel('Time').fill('00:01')
    await page.getByRole('button', { name: 'Save the count' }).click()
    await expect
      .poll(async () => (await linesOf(made.id)).flatMap(({ counts }) => counts), { timeout: 30_000 })
      .toMatchObject([{ weight: 88_000, countedBy: 'Old Reed', note: 'By torch' }])
    await red.waitFor({ state: 'detached' })
    // The office cancels it while the phone is away.
    await context.setOffline(true)
    const [, last] = await linesOf(made.id)
    await countShown(page, last?.substorageName ?? '', (last?.book ?? 0) + 1000)
    await page.getByRole('heading', { name: 'All bays are counted' }).waitFor()
    const office = await open(`/stocktakes/${made.id}`)
    await office.page.getByRole('button', { name: 'Cancel it' }).click()
    await office.page.getByRole('button', { name: 'Cancel the stock-take' }).click()
    await office.page.getByText(/^Cancelled by Ann Hill/).waitFor()
    await context.setOffline(false)
    // It is too late for the session. What was counted stays until it is discarded: whoever counts may not change the stock.
    await red.getByText(/^The stock-take is closed\./).waitFor()
    await red.getByText(/Somebody of Hill Farm/).waitFor()
    expect(await red.getByRole('link', { name: 'Correct' }).count()).toBe(0)
    await red.getByRole('button', { name: 'Discard it' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('The stock-take is closed')
    await dialog.getByRole('button', { name: 'Give up' }).click()
    await red.waitFor({ state: 'detached' })
    expect((await linesOf(made.id)).map(({ counts }) => counts.length)).toEqual([1, 0])
    await watched.expectSound(/400|409|ERR_INTERNET_DISCONNECTED/)
  })

  test('counts that came after the approval are taken over as counts of their bays, unless the books are closed', async () => {
    await cancelOpenOnes()
    const { lines } = await ask('GET', '/api/inventory/position')
    const [one, other] = lines.filter((each: { owned: boolean }) => each.owned)
    const bayIds = [one.substorageId, other.substorageId]
    const made = await ask('POST', path, { name: 'Late one', substorageIds: bayIds })
    const watched = await openPage(used.browser, used.served, { isPhone: true })
    const { page, context } = watched
    await signIn(watched, used.served, `/stocktakes/${made.id}/count?bay=${one.substorageId}`)
    await page.getByText(/^By the book/).waitFor()
    await context.setOffline(true)
    await countShown(page, one.substorageName, one.weight + 1000)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await page.getByText(/^Counted by somebody else/).click()
    await page.getByLabel('Day').fill(yesterday)
    await countShown(page, other.substorageName, other.weight + 1000)
    for (const bay of bayIds)
      await ask('PATCH', `${path}/${made.id}/lines/${bay}`, { leftOut: 'Counted in spring' })
    await ask('POST', `${path}/${made.id}/approve`, {})
    const {
      ids: [periodId],
    } = await ask('POST', '/api/inventory/periods', { upTo: yesterday })
    await context.setOffline(false)
    const red = page.locator('.count-refused')
    const ofOther = red.filter({ hasText: other.substorageName })
    for (const { substorageName } of [other, one]) {
      const late = red.filter({ hasText: substorageName })
      await late.getByText(/^The stock-take is closed\./).waitFor()
      await late.getByRole('button', { name: 'Enter it as a count of the bay' }).click()
    }
    // The books were closed up to the day of the one: the service says so, and nothing of it is lost.
    await ofOther.getByText(/closed up to/).waitFor()
    await red.filter({ hasText: one.substorageName }).waitFor({ state: 'detached' })
    await expect.poll(() => weightOf(one.substorageId)).toBe(one.weight + 1000)
    expect(await weightOf(other.substorageId)).toBe(other.weight)
    await ask('POST', `/api/inventory/periods/${periodId}/reopen`, { reason: 'A late count' })
    await ofOther.getByRole('button', { name: 'Enter it as a count of the bay' }).click()
    await red.waitFor({ state: 'detached' })
    await expect.poll(() => weightOf(other.substorageId, `?at=${yesterday}`)).toBe(other.weight + 1000)
    await watched.expectSound(/400|409|ERR_INTERNET_DISCONNECTED/)
  })

  test('in German, on a phone and at a desk', async () => {
    await cancelOpenOnes()
    const made = await ask('POST', path, { name: 'Jahresende', tolerance: { percent: 1 } })
    const watched = await openPage(used.browser, used.served, { isPhone: true })
    const { page } = watched
    await signIn(watched, used.served, `/stocktakes/${made.id}/count`)
    await page.getByLabel('Counted, t').waitFor()
    await page.evaluate("localStorage.setItem('granary.language', 'de')")
    await page.reload()
    await page.getByLabel('Gezählt, t').fill('12,5')
    await page.getByText('Haufen ausmessen').click()
    await watched.expectLooks('inventur zählen', undefined, views)
    await page.getByRole('button', { name: /^Speichern und weiter/ }).click()
    await page.getByText(/: 12,50 t gespeichert/).waitFor()
    for (const at of ['', '/new', `/${made.id}`]) {
      await page.goto(`/stocktakes${at}`)
      await page.locator('h1').waitFor()
      await page
        .getByText(/Inventur|Jahresende/)
        .locator('visible=true')
        .first()
        .waitFor()
      await page.setViewportSize({ width: 1366, height: 768 })
      await watched.screenshot(`inventur ${at.length} 1366`)
      await watched.expectLooks(`inventur ${at.length}`)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.getByRole('button', { name: 'Freigeben' }).click()
    // Whoever has counted is told so, in the words of the service.
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/Hill 1/)
      .waitFor()
    await watched.screenshot('inventur freigeben abgelehnt')
    await watched.expectSound(/403/)
  })
})
