import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ServedConsole } from './service.ts'
import { figure, native, press, told, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays } from './walk-seed.ts'

// What whoever weighs does with lorries, each by the words of the page itself.

const bridge = await wordsOf('screens/weighbridge/messages.ts')
const yard = await wordsOf('screens/weighbridge/yard-messages.ts')
const several = await wordsOf('screens/weighbridge/several-messages.ts')
const late = await wordsOf('screens/weighbridge/late-messages.ts')
const whose = await wordsOf('screens/weighbridge/whose-messages.ts')
const quality = await wordsOf('screens/weighbridge/quality-messages.ts')

/** Winter wheat of the best group. */
const wheat = () => ({ label: native('gradedWheat') })

interface Loaded {
  driver: { vehicleRegistration: string }
  inventory: {
    commodity: { weight: { weight: number | null } }
    storage: { destination: { substorageName: string } }
  }
}

/** What is in the book of a lorry: each load with its bay and its net. */
export async function loadsOf({ ask }: ServedConsole, plate: string): Promise<[string, number | null][]> {
  const { docs } = await ask('GET', '/api/inventory/movements?limit=50&sortBy=id&sortDesc=true')
  return docs
    .filter(({ driver }: Loaded) => driver.vehicleRegistration === plate)
    .map(({ inventory }: Loaded) => [
      inventory.storage.destination.substorageName,
      inventory.commodity.weight.weight,
    ])
    .toReversed()
}

export const scale = (page: Page, name: 'full' | 'empty') => page.locator('.scale').getByLabel(bridge(name))

/** Chooses a bay; where there are many, it is sought by its name. */
export async function pick(page: Page, bay: string): Promise<void> {
  const find = page.getByLabel(bridge('findBay'))
  const choice = page.locator('.bay-choice input').and(page.getByLabel(new RegExp(bay)))
  await expect
    .poll(async () => {
      if (await find.isVisible()) await find.fill(bay)
      return choice.count()
    })
    .toBe(1)
  await choice.check({ force: true })
}

/** What a ticket of a lorry that brings wheat asks for, but its bay and weights. */
export async function bring(page: Page, plate: string, sender: string): Promise<void> {
  await page.goto('/weighbridge')
  await page.getByText(bridge('in'), { exact: true }).click()
  await page.getByLabel(bridge('vehicle')).fill(plate)
  await page.keyboard.press('Escape')
  await page.getByLabel(bridge('sender'), { exact: true }).fill(sender)
  await page.keyboard.press('Escape')
  await page.getByLabel(bridge('grain'), { exact: true }).selectOption(wheat())
}

export const isBought = (page: Page) =>
  page.getByRole('radio', { name: whose('bought') }).check({ force: true })

/** The lorry comes back over the bridge. */
export async function weighAgain(
  page: Page,
  plate: string,
  name: 'full' | 'empty',
  kg: number,
): Promise<void> {
  await page.locator('button.row', { hasText: plate }).click()
  await scale(page, name).fill(String(kg))
  await press(page, bridge('finish'))
  await page.locator('[data-ticket]', { hasText: plate }).waitFor()
}

/** By what the guide calls them. */
export const weighbridgeTasks: Record<string, Walk> = {
  async 'Weigh a lorry in and out'({ page, served, mark }) {
    const { bays } = await makeBays({ served, mark }, 'Waaghalle')
    const plate = `WH ${mark}`
    await bring(page, plate, `Hof Brand ${mark}`)
    await isBought(page)
    await pick(page, bays[0])
    await scale(page, 'full').fill(`${figure(42_660)} kg`)
    await press(page, bridge('saveFirst'))
    await weighAgain(page, plate, 'empty', 14_200)
    await page
      .locator('[data-ticket]', { hasText: plate })
      .getByText(`${figure(28_460)} kg`)
      .waitFor()
    await expect.poll(() => loadsOf(served, plate)).toEqual([[bays[0], 28_460]])
  },
  async 'Weigh without a network'({ page, served, mark, expects }) {
    expects(/ERR_INTERNET_DISCONNECTED/)
    const { bays } = await makeBays({ served, mark }, 'Funkloch')
    const plate = `FL ${mark}`
    await bring(page, plate, `Hof Senke ${mark}`)
    await isBought(page)
    await pick(page, bays[0])
    await page.context().setOffline(true)
    try {
      await scale(page, 'full').fill('40000')
      await press(page, bridge('saveFirst'))
      await weighAgain(page, plate, 'empty', 14_000)
      await page.locator('[data-ticket]', { hasText: plate }).getByText(yard('waits')).waitFor()
      expect(await loadsOf(served, plate)).toEqual([])
    } finally {
      await page.context().setOffline(false)
    }
    await page.locator('[data-ticket]', { hasText: plate }).getByText(yard('inBook')).waitFor()
    await expect.poll(() => loadsOf(served, plate)).toEqual([[bays[0], 26_000]])
  },
  async 'Tip one lorry into several bays'({ page, served, mark }) {
    const { bays } = await makeBays({ served, mark }, 'Teilhalle')
    const plate = `TH ${mark}`
    await bring(page, plate, `Hof Zweig ${mark}`)
    await isBought(page)
    await pick(page, bays[0])
    await press(page, several('intoSeveral'))
    await pick(page, bays[1])
    const share = told(several('shareOf'), { bay: `Teilhalle ${mark} · ${bays[0]}` })
    await page.getByLabel(share).fill('3')
    await scale(page, 'full').fill('34000')
    await press(page, bridge('saveFirst'))
    await weighAgain(page, plate, 'empty', 14_000)
    await expect
      .poll(() => loadsOf(served, plate))
      .toEqual([
        [bays[0], 15_000],
        [bays[1], 5000],
      ])
  },
  async 'Dry what comes in under a contract'({ page, served, mark }) {
    const { bays } = await makeBays({ served, mark }, 'Trockenhalle')
    const owner = `Hof Nass ${mark}`
    await agreeDrying(served, owner, `TR-${mark}`)
    const plate = `NA ${mark}`
    await bring(page, plate, owner)
    await pick(page, bays[0])
    await page.getByText(told(whose('storedUnder'), { reference: `TR-${mark}` })).waitFor()
    await page.getByLabel(new RegExp(`^${native('moisture')}`)).fill('20,0')
    await scale(page, 'full').fill('34000')
    await press(page, bridge('saveFirst'))
    await page.locator('button.row', { hasText: plate }).click()
    await scale(page, 'empty').fill('14000')
    const taken = told(quality('drying'), { kg: figure(1176.471), left: figure(18_823.529) })
    await page.getByText(taken).waitFor()
    await press(page, bridge('finish'))
    await expect.poll(() => loadsOf(served, plate)).toEqual([[bays[0], 20_000]])
    const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')
    expect(docs[0].drying).toMatchObject({ measuredMoisturePercentage: 20, netWeight: 18_823.529 })
  },
  async 'Load a lorry that goes out'({ page, served, mark }) {
    const { bays, places } = await makeBays({ served, mark }, 'Ladehalle')
    await lay(served, { ...places[0], weight: 60_000 })
    const plate = `LH ${mark}`
    await page.goto('/weighbridge')
    await page.getByText(bridge('out'), { exact: true }).click()
    await page.getByLabel(bridge('vehicle')).fill(plate)
    await page.keyboard.press('Escape')
    await page.getByLabel(bridge('receiver'), { exact: true }).fill(`Talmühle ${mark}`)
    await page.keyboard.press('Escape')
    await pick(page, bays[0])
    await scale(page, 'empty').fill('15000')
    await press(page, bridge('saveFirstOut'))
    await weighAgain(page, plate, 'full', 44_000)
    await expect.poll(() => loadsOf(served, plate)).toEqual([['', 29_000]])
  },
  async 'Enter a late ticket'({ page, served, mark }) {
    const { bays } = await makeBays({ served, mark }, 'Spätlager')
    const plate = `SP ${mark}`
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    await bring(page, plate, `Hof Abend ${mark}`)
    await isBought(page)
    await pick(page, bays[0])
    await press(page, bridge('earlier'))
    const ticket = page.getByRole('group', { name: late('title') })
    await ticket.getByLabel(late('day')).fill(day)
    await ticket.getByLabel(late('time')).fill('16:40')
    await ticket.getByLabel(late('empty')).fill(figure(14_240.5))
    await ticket.getByLabel(late('reference')).fill(`P-${mark}`)
    await scale(page, 'full').fill(figure(40_260.5))
    await press(page, bridge('finish'))
    await page.locator(`[data-ticket="P-${mark}"]`).waitFor()
    await expect.poll(() => loadsOf(served, plate)).toEqual([[bays[0], 26_020]])
    const { docs } = await served.ask('GET', `/api/inventory/movements?limit=1&query=P-${mark}`)
    expect(docs[0].movementDateISO).toMatch(new RegExp(`^${day}`))
  },
  async 'Correct a refused ticket'({ page, served, mark, expects }) {
    expects(/status of 400/)
    expects(/ERR_INTERNET_DISCONNECTED/)
    const { bays, places } = await makeBays({ served, mark }, 'Fremdhalle')
    await lay(served, { ...places[0], weight: 30_000 })
    const plate = `FH ${mark}`
    await bring(page, plate, `Hof Quer ${mark}`)
    await page.getByRole('radio', { name: whose('stored') }).check({ force: true })
    await pick(page, bays[0])
    // With the service there, the page says before it is saved that it may not be.
    await page.context().setOffline(true)
    try {
      await scale(page, 'full').fill('40000')
      await press(page, bridge('saveFirst'))
      await page.locator('button.row', { hasText: plate }).waitFor()
    } finally {
      await page.context().setOffline(false)
    }
    await page
      .getByRole('alert')
      .filter({ hasText: native('mayNotMix') })
      .first()
      .waitFor()
    expect(await loadsOf(served, plate)).toEqual([])
    await press(page, yard('correct'))
    await pick(page, bays[1])
    await press(page, bridge('saveFirst'))
    await expect.poll(() => loadsOf(served, plate)).toEqual([[bays[1], null]])
  },
}

/** A contract that dries the winter wheat of somebody to 15 %. */
export async function agreeDrying({ ask }: ServedConsole, name: string, reference: string): Promise<void> {
  const { id } = await ask('POST', '/api/inventory/partners', { name })
  const drying = { agreed: true, preAgreedMoistureLevelPercentage: 15 }
  await ask('POST', '/api/inventory/contracts', {
    ownerOrganisationId: id,
    ownerOrganisationName: name,
    details: { reference, startDateISO: '2020-01-01', services: { drying } },
    inventory: { weightKG: 500_000, commodity: { id: 1, type: 101 } },
  })
}
