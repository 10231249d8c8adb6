import { expect } from 'vitest'
import { plantField } from './seed.ts'
import type { ServedConsole } from './service.ts'
import { figure, native, press, sentence, told, wordsOf, type Walk } from './walk-language.ts'
import { makeBays } from './walk-seed.ts'
import { pick, scale, weighAgain } from './walk-weighbridge.ts'

// What is sown, cut and drawn, each by the words of the page itself.

const field = await wordsOf('screens/fields/field-messages.ts', 'fieldMessages')
const planting = await wordsOf('screens/harvest/planting-messages.ts', 'plantingMessages')
const plan = await wordsOf('screens/harvest/plan-messages.ts', 'planMessages')
const bridge = await wordsOf('screens/weighbridge/messages.ts')

const storage = '/api/inventory/storage'
const plans = '/api/inventory/harvest-plans'
const YEAR = '2031'

const makeField = async ({ ask }: ServedConsole, name: string): Promise<string> =>
  (await ask('POST', storage, { name, type: 'field', area: 12.5, location: null, substorage: [] })).id

interface Sown {
  harvest: { fieldName: string }
  planting: { areaRemaining: number; expectedYield: number }
}

/** What is sown on a field by a plan. */
async function sownOn({ ask }: ServedConsole, query: string, name: string): Promise<Sown | undefined> {
  const found: { records: Sown[] }[] = await ask('GET', `${plans}?${query}`)
  return found.flatMap(({ records }) => records).find(({ harvest }) => harvest.fieldName === name)
}

/** By what the guide calls them. */
export const fieldTasks: Record<string, Walk> = {
  async 'Enter plantings'({ page, served, mark }) {
    const names = [`Lerchenfeld ${mark}`, `Krähenacker ${mark}`]
    for (const name of names) await makeField(served, name)
    await page.goto('/harvest/plantings')
    await page.getByLabel(planting('grain'), { exact: true }).selectOption({ label: native('gradedWheat') })
    await page.getByLabel(planting('variety')).fill('Skyfall')
    await page.keyboard.press('Escape')
    await page.getByLabel(planting('year')).fill(YEAR)
    await page.getByLabel(planting('expected')).fill('8,5')
    for (const name of names) {
      await page.getByLabel(planting('find')).fill(name)
      await page.getByLabel(told(planting('sowOn'), { field: name })).check()
    }
    await press(page, told(planting('enter').split(' | ')[1] ?? '', { n: 2 }))
    await page.waitForURL(`**/harvest?year=${YEAR}`)
    for (const name of names)
      expect(await sownOn(served, `f:harvestYear=${YEAR}`, name)).toMatchObject({
        planting: { expectedYield: 8500 },
      })
  },
  async 'Say what is cut'({ page, served, mark }) {
    const name = `Schnittfeld ${mark}`
    const { planId } = await plantField(served, name)
    await page.goto(`/harvest/${planId}`)
    await page.getByLabel(told(plan('remainingOf'), { field: name })).fill('7,5')
    const save = page.getByRole('button', { name: told(plan('save').split(' | ')[0] ?? '', { n: 1 }) })
    await save.click()
    await save.waitFor({ state: 'detached' })
    await page
      .getByText(told(plan('ofArea'), { ha: '7,5', area: '12' }))
      .first()
      .waitFor()
    expect(await sownOn(served, 'limit=200', name)).toMatchObject({ planting: { areaRemaining: 7.5 } })
  },
  async 'Bring a harvest in'({ page, served, mark }) {
    const name = `Drescherfeld ${mark}`
    const { planId } = await plantField(served, name)
    const { bays } = await makeBays({ served, mark }, 'Erntehalle')
    const plate = `EH ${mark}`
    await page.goto('/weighbridge')
    await page.getByText(bridge('field'), { exact: true }).click()
    await page.getByLabel(bridge('vehicle')).fill(plate)
    await page.keyboard.press('Escape')
    await page
      .getByRole('combobox', { name: bridge('planting'), exact: true })
      .selectOption({ label: `${name} · ${native('wheat')}, Skyfall` })
    await pick(page, bays[0])
    await page.getByLabel(`${native('stillToCut')} ${name}, ha`).fill('4,25')
    await scale(page, 'full').fill('33040')
    await press(page, bridge('saveFirst'))
    await weighAgain(page, plate, 'empty', 13_000)
    const loads = async () =>
      (await served.ask('GET', `${plans}/loads?harvestPlanId=${planId}&limit=200`))
        .filter(({ fieldName }: { fieldName: string }) => fieldName === name)
        .map(({ weightNet }: { weightNet: { weight: number | null } }) => weightNet.weight)
    await expect.poll(loads).toEqual([20_040])
    await page.goto(`/harvest/${planId}`)
    await page
      .getByRole('region', { name: plan('loads') })
      .getByText(figure(20_040))
      .first()
      .waitFor()
    expect(await sownOn(served, 'limit=200', name)).toMatchObject({ planting: { areaRemaining: 4.25 } })
  },
  async 'Draw a field'({ page, served, mark }) {
    const id = await makeField(served, `Zeichenfeld ${mark}`)
    await page.goto(`/fields/${id}`)
    await press(page, field('draw'))
    const corners = ['51.80, -0.40', '51.80, -0.39', '51.805, -0.39', '51.805, -0.40']
    await page.getByLabel(field('corners')).fill(corners.join('\n'))
    await page.getByText(sentence(field('encloses'))).waitFor()
    await page.getByRole('checkbox', { name: sentence(field('takeArea')) }).check()
    await press(page, field('save'))
    await page.getByText(field('hasBoundary')).waitFor()
    const stored = await served.ask('GET', `${storage}/${id}`)
    expect(stored.boundary.coordinates[0][0]).toHaveLength(5)
    const { area } = await served.ask('POST', `${storage}/fields/measure`, { boundary: stored.boundary })
    expect(stored.area).toBe(area)
    const written = figure(area)
    await page
      .getByText(told(field('areaIs'), { ha: written }))
      .first()
      .waitFor()
  },
  async 'Split a field'({ page, served, mark }) {
    const name = `Teilfeld ${mark}`
    const id = await makeField(served, name)
    await page.goto(`/fields/${id}`)
    await press(page, field('split'))
    await page.getByLabel(told(field('partName'), { n: 1 })).fill(`${name} Ost`)
    await page.getByLabel(told(field('partArea'), { n: 1 })).fill('4,5')
    await page.getByText(told(field('remainder'), { ha: 8, name })).waitFor()
    await press(page, told(field('makeParts').split(' | ')[0] ?? '', { n: 1 }))
    await page.getByText('8 ha', { exact: true }).waitFor()
    const { docs } = await served.ask(
      'GET',
      `${storage}?type=field&limit=200&query=${encodeURIComponent(name)}`,
    )
    const areas = docs.map(({ name, area }: { name: string; area: number }) => [name, area])
    expect(Object.fromEntries(areas)).toEqual({ [name]: 8, [`${name} Ost`]: 4.5 })
  },
}
