import type { Browser, Page } from 'playwright-core'
import { exact } from './figures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import {
  agreeDrying,
  kg,
  netOf,
  printed,
  saved,
  seedMerchant,
  storeLorry,
  ticketOf,
  type WetLorry,
} from './merchants-month.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { allInBook, lorryIn, lorryOut, toWeighbridge, type Lorry } from './walk.ts'

// A merchant's month: wheat of two owners, a contract with drying, a blend, and the mill's statement. The figures are worked out here, by hand,
// and what the service says is compared with the screens and with them.

const CONTRACT = 'SC-7'
const MILL = 'Valley Mill'
const lane = { party: 'Green Lane Farm' }

/** 2.5 % of the first, 6 % of the second; the third is dry. */
const STORED: WetLorry[] = [
  { ...lane, plate: 'GL01 FRM', full: 42_600, empty: 14_200, moisture: '16.4', dried: 710 },
  { ...lane, plate: 'GL02 FRM', full: 41_060, empty: 14_060, moisture: '18.2', dried: 1620 },
  { ...lane, plate: 'GL03 FRM', full: 38_000, empty: 14_000, moisture: '14.8', dried: 0 },
]
const BROOK: Lorry = { plate: 'BF01 BRK', party: 'Brook Farm', full: 40_000, empty: 14_000 }
const BLEND = { plate: 'VM01 MIL', first: 18_000, second: 9000 }
const OWN: Lorry = { plate: 'VM02 MIL', party: MILL, full: 43_900, empty: 15_100 }
const OF_LANE: Lorry = { plate: 'VM03 MIL', party: MILL, full: 36_500, empty: 15_000 }
/** What the mill says that it received: of the blend, of the own load and of Green Lane Farm's. */
const RECEIVED = [26_950, 28_300, 21_480] as const
const SENT = [27_000, 28_800, 21_500] as const

const CAME_IN = 79_400
const DRIED = 2330
const LANE_LEFT = 55_570
const OWN_LEFT = 49_200
const BROOK_LEFT = 44_000

interface Line {
  kind: string
  change: number
  balance: number
  reason: string
  payer: string
}

describe.runIf(hasBrowser)('a merchant’s month', { timeout: 300_000 }, () => {
  let browser: Browser
  let served: ServedConsole
  let records: string[]
  let farm: Awaited<ReturnType<ServedConsole['addOrganisation']>>
  const ask = (method: string, at: string, body?: object) => served.ask(method, at, body)
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
    farm = await served.addOrganisation('Green Lane Farm')
    records = await seedMerchant(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const opened = async (owner: ServedConsole['owner'], at: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, served)
    await signIn(watched, { ...served, owner }, at)
    return watched
  }
  const toScreen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

  test('from the contract to the mill’s statement and the owner’s: every figure is the service’s, and the one worked out by hand', async () => {
    const watched = await opened(served.owner, '/')
    const { page } = watched
    await agreeDrying(page, farm.id, CONTRACT)
    await page.getByText('Green Lane Farm').first().waitFor()

    await toWeighbridge(page)
    for (const lorry of STORED) {
      // The name is known from the contract; whoever still types the id means the same.
      const party = lorry.dried > 0 ? lorry.party : farm.id
      await storeLorry(page, { ...lorry, party }, 'Quay 3', CONTRACT)
    }
    await lorryIn(page, BROOK, 'Quay 4', 'Stored for the sender')
    await allInBook(page)
    await watched.expectSound()
    await contractSaysSo(page)

    await blendOntoLorry(page)
    await watched.expectSound()
    await toWeighbridge(page)
    await lorryOut(page, OWN, 'Quay 1')
    await lorryOut(page, OF_LANE, 'Quay 3')
    await allInBook(page)
    const tickets = [await ticketOf(page, OWN.plate), await ticketOf(page, OF_LANE.plate)]
    await positionSaysSo(page)
    await watched.expectSound()

    await settle(watched, tickets)
    await positionSaysSo(page)
    await watched.expectSound()
    await ownerReadsSo()
  })

  async function contractSaysSo(page: Page): Promise<void> {
    await toScreen(page, 'Storage contracts')
    await page.getByRole('link', { name: CONTRACT }).click()
    const { docs } = await ask('GET', '/api/inventory/contracts')
    expect(docs[0]).toMatchObject({
      owner: { id: farm.id, name: 'Green Lane Farm' },
      usage: {
        intake: CAME_IN,
        used: CAME_IN - DRIED,
        remaining: 100_000 - (CAME_IN - DRIED),
        losses: [{ reason: 'Drying loss', payer: 'owner', weight: DRIED }],
      },
    })
    const usage = page.getByRole('region', { name: 'What came in' })
    for (const weight of [CAME_IN, DRIED, CAME_IN - DRIED, 22_930])
      await usage
        .getByText(`${exact(weight)} t`)
        .first()
        .waitFor()
    await usage.getByText('Drying loss, borne by the owner').waitFor()
  }

  async function blendOntoLorry(page: Page): Promise<void> {
    await toScreen(page, 'Blend')
    const [first = '', second = ''] = records
    await page.getByLabel('Take from', { exact: true }).selectOption(first)
    await page.getByLabel('From Quay Store, Quay 1, t', { exact: true }).fill(exact(BLEND.first))
    await page.getByLabel('Take from another bay').selectOption(second)
    await page.getByLabel('From Quay Store, Quay 2, t', { exact: true }).fill(exact(BLEND.second))
    await page.getByLabel('Where to').selectOption('lorry')
    await page.getByLabel('Buyer').fill(MILL)
    await page.keyboard.press('Escape')
    await page.getByLabel('Registration').fill(BLEND.plate)
    const outcome = page.getByRole('region', { name: 'What comes of it' })
    // 18 t with 13.6 % and 9 t with 11.8 % have 13 % of protein together.
    const measured = ['Moisture 14 %', 'Protein 13 %', 'Specific weight 77.5 kg/hl']
    for (const each of measured)
      await outcome.getByRole('row', { name: new RegExp(`^${each.replace('.', '\\.')}`) }).waitFor()
    await outcome.getByText('27.00 t').first().waitFor()
    for (const share of ['66.667 %', '33.333 %'])
      await outcome.getByRole('cell', { name: share, exact: true }).waitFor()
    for (const left of [42_000, 36_000])
      await outcome
        .getByText(`${exact(left)} t`)
        .first()
        .waitFor()
    await page.getByRole('button', { name: 'Do it: load 27.00 t' }).click()
    await page.getByText('2 movements stored').waitFor()
  }

  async function positionSaysSo(page: Page): Promise<void> {
    await toScreen(page, 'Stock')
    await toScreen(page, 'Position')
    const { totals } = await ask('GET', '/api/inventory/position')
    expect(totals).toMatchObject({ owned: OWN_LEFT, stored: LANE_LEFT + BROOK_LEFT })
    const together = OWN_LEFT + LANE_LEFT + BROOK_LEFT
    const figures = [OWN_LEFT, LANE_LEFT + BROOK_LEFT, together].map(exact).join(' ')
    await page.getByRole('row', { name: new RegExp(`^All .*${figures}$`) }).waitFor()
    expect(await printed(page, 'Stock report (PDF)')).toContain(kg(together))
  }

  async function settle(watched: WatchedPage, [own = '', ofLane = '']: string[]): Promise<void> {
    const { page } = watched
    const day = new Date().toISOString().slice(0, 10)
    const row = (...cells: unknown[]) => cells.join('\t')
    await toScreen(page, 'Charges')
    await toScreen(page, 'Settlements')
    await page.getByRole('link', { name: 'New statement' }).click()
    await page.getByLabel('Buyer', { exact: true }).fill(MILL)
    await page.keyboard.press('Escape')
    await page.getByLabel('Reference', { exact: true }).fill('VM-11')
    const table = [
      row('Ticket', 'Date', 'Lorry', 'Net (kg)'),
      // The blend has no number of ours: one lorry out of two bays is found by its day, its plate and its weight.
      row('VM-4711', day, BLEND.plate, RECEIVED[0]),
      row(own, day, OWN.plate, RECEIVED[1]),
      row(ofLane, day, OF_LANE.plate, RECEIVED[2]),
    ]
    await page.getByLabel('The statement as a table').fill(table.join('\n'))
    await page.getByRole('button', { name: 'Compare with our loads' }).click()
    await page.getByRole('heading', { name: '2 of 3 lines agree' }).waitFor()
    await page.getByRole('button', { name: 'Enter the statement' }).click()
    await page.waitForURL(/settlements\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: MILL }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const settlement = await ask('GET', `/api/inventory/settlements/${id}`)
    expect(settlement).toMatchObject({
      totals: { theirs: 76_730, ours: 77_300, undecided: 1, flagged: 1, difference: { weight: -570 } },
      missing: { loads: 0 },
    })
    for (const [index, { weight, load, difference }] of settlement.lines.entries()) {
      expect([weight, load.weight]).toEqual([RECEIVED[index], SENT[index]])
      const cells = new RegExp(`${kg(weight)} kg.*${kg(load.weight)} kg.*${kg(-difference.weight)} kg`)
      await page.getByRole('row', { name: cells }).waitFor()
    }
    await page.getByRole('button', { name: 'Decide line 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decide line 2' })
    await dialog.getByLabel('Decision').selectOption('written_off')
    await dialog.getByLabel('Reason').selectOption({ label: 'Short delivery' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('written off Short delivery').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByText(/^Closed by /).waitFor()
    expect(await ask('GET', `/api/inventory/settlements/${id}`)).toMatchObject({
      status: 'closed',
      totals: { undecided: 0, writtenOff: RECEIVED[1] - SENT[1], claimed: 0 },
    })
    await page.getByText('0.50 t').first().waitFor()
    await watched.screenshot('merchant settled')
    await watched.expectSound()
  }

  /** Green Lane Farm, which has no store, reads what lies at the merchant's. */
  async function ownerReadsSo(): Promise<void> {
    const watched = await opened(farm.owner, '/')
    const { page } = watched
    await page.waitForURL('**/mine')
    const answer = await fetch(`${served.url}/api/inventory/owners/${farm.id}/statement`, {
      headers: { 'X-Api-Key': farm.apiKey },
    })
    const { groups } = JSON.parse(await answer.text())
    const [group] = groups
    expect(groups).toHaveLength(1)
    expect(group).toMatchObject({
      opening: 0,
      cameIn: CAME_IN,
      wentOut: netOf(OF_LANE),
      lost: DRIED,
      closing: LANE_LEFT,
    })
    const lines: Line[] = group.lines
    await page.getByRole('heading', { name: 'At Hill Farm' }).waitFor()
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByText(`${exact(LANE_LEFT)} t`).waitFor()
    const facts = await balance.getByRole('definition').allInnerTexts()
    expect(facts).toEqual([0, CAME_IN, netOf(OF_LANE), DRIED, 0].map(exact))
    const lots = page.getByRole('region', { name: 'Where it lies' }).last()
    await lots.getByRole('row', { name: new RegExp(`Quay Store, Quay 3.*${exact(LANE_LEFT)}`) }).waitFor()
    expect(await lots.getByRole('row').count()).toBe(2)
    const shown = page.getByRole('region', { name: 'Loads and losses' }).last()
    expect(lines.map(({ kind }) => kind)).toEqual(['in', 'loss', 'in', 'loss', 'in', 'out'])
    await shown.getByText(`Out · ${MILL}`).waitFor()
    const after = await shown.locator('tbody tr td:last-child').allInnerTexts()
    expect(after).toEqual(lines.map(({ balance: left }) => exact(left)).toReversed())
    expect(await shown.getByText('Lost: Drying loss, borne by the owner').count()).toBe(2)
    await watched.screenshot('merchant owner')
    await papersSaySo(page, lines)
    await watched.expectSound()
  }

  async function papersSaySo(page: Page, lines: Line[]): Promise<void> {
    const csv = (await saved(page, 'Save as CSV')).toString().trim().split('\r\n')
    const [heads = '', before = '', ...rest] = csv.map((each) => each.replace('\uFEFF', ''))
    expect(heads).toMatch(/,change,balance,happened,happenedAtUTC$/)
    expect(before).toMatch(/,brought-forward,.*,0,,$/)
    expect(rest.at(-1)).toMatch(new RegExp(`,carried-forward,.*,${LANE_LEFT},,$`))
    expect(rest.slice(0, -1).map((each) => each.split(',').slice(-4, -2).map(Number))).toEqual(
      lines.map(({ change, balance }) => [change, balance]),
    )
    expect(rest.filter((each) => each.includes(',Drying loss,owner,'))).toHaveLength(2)
    const paper = await printed(page, 'Owner’s statement (PDF)')
    expect(paper).toContain('Owner: Green Lane Farm')
    expect(paper).toContain(
      `Came in ${kg(CAME_IN)} kg Went out ${kg(netOf(OF_LANE))} kg Lost ${kg(DRIED)} kg Found 0 kg Balance ${kg(LANE_LEFT)} kg`,
    )
    for (const { balance } of lines) expect(paper).toContain(kg(balance))
    expect(paper.match(/Drying loss \(borne by the owner\)/g)).toHaveLength(2)
  }
})
