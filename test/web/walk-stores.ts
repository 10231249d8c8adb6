import { expect } from 'vitest'
import { native, press, sentence, told, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays, tonnes, weightIn } from './walk-seed.ts'

// What is done at a bay and what lies there, each by the words of the page itself.

const store = await wordsOf('screens/stores/store-messages.ts', 'storePageMessages')
const moving = await wordsOf('forms/move-messages.ts', 'moveMessages')
const counting = await wordsOf('forms/count-messages.ts', 'countMessages')
const record = await wordsOf('forms/record-messages.ts', 'recordMessages')
const stores = await wordsOf('screens/stores/messages.ts')
const stock = await wordsOf('screens/stock/action-messages.ts', 'actionMessages')
const position = await wordsOf('screens/position/messages.ts')

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const pathOf = ({ storageId, substorageId }: { storageId: string; substorageId: number }) =>
  `/stores/${storageId}?bay=${substorageId}`

/** By what the guide calls them. */
export const storeTasks: Record<string, Walk> = {
  async 'Move between bays'({ page, served, mark }) {
    const { places } = await makeBays({ served, mark }, 'Umlagerhalle')
    const [from, to] = places
    await lay(served, { ...from, weight: 60_000 })
    await page.goto(pathOf(from))
    await press(page, store('move'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(moving('howMuch')).fill('10,5')
    await dialog.getByLabel(moving('where')).selectOption(`${to.storageId}/${to.substorageId}`)
    await dialog.getByText('+10,50').first().waitFor()
    await dialog.getByRole('button', { name: sentence(moving('moveNow')) }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([await weightIn(served, from), await weightIn(served, to)]).toEqual([49_500, 10_500])
  },
  async 'Empty a bay'({ page, served, mark }) {
    const [bay] = (await makeBays({ served, mark }, 'Kehrhalle')).places
    await lay(served, { ...bay, weight: 1250 })
    await page.goto(pathOf(bay))
    await press(page, store('empty'))
    await press(page, told(counting('emptyNow'), { weight: '1,25' }))
    await page.getByText(store('emptyHint')).waitFor()
    expect(await weightIn(served, bay)).toBe(0)
  },
  async 'Write a note, set a limit, add a bay'({ page, served, mark }) {
    const [bay] = (await makeBays({ served, mark }, 'Notizhalle')).places
    await page.goto(pathOf(bay))
    await press(page, store('addNote'))
    await page.getByLabel(store('about')).selectOption({ label: native('cleaned') })
    await page.getByLabel(store('note')).fill(`Gefegt und gewaschen ${mark}.`)
    await press(page, store('saveNote'))
    await page.getByText(`Gefegt und gewaschen ${mark}.`).waitFor()
    await press(page, store('setCapacity'))
    await page.getByLabel(store('grain'), { exact: true }).selectOption({ label: native('barley') })
    await page.getByLabel(store('limit')).fill('180,5')
    await press(page, told(store('saveLimit'), { grain: native('barley'), weight: '180,50' }))
    await page.getByRole('button', { name: told(store('remove'), { grain: native('barley') }) }).waitFor()
    await press(page, store('addBay'))
    await page.getByLabel(store('bayName')).fill(`Anbau ${mark}`)
    await press(page, told(store('addBayNamed'), { name: `Anbau ${mark}` }))
    await page.getByRole('heading', { name: `Anbau ${mark}` }).waitFor()
    const { substorage } = await served.ask('GET', `/api/inventory/storage/${bay.storageId}`)
    expect(substorage[0].capacity).toMatchObject([{ weight: { weight: 180_500 } }])
    expect(substorage.at(-1).name).toBe(`Anbau ${mark}`)
  },
  async 'Take a sample'({ page, served, mark }) {
    const [bay] = (await makeBays({ served, mark }, 'Probenhalle')).places
    const id = await lay(served, { ...bay, weight: 30_000 })
    await page.goto(`/stock/${id}`)
    await press(page, stock('sample'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(new RegExp(`^${native('moisture')}`)).fill('13,4')
    await dialog
      .getByLabel(record('photo'))
      .setInputFiles({ name: 'probe.png', mimeType: 'image/png', buffer: PHOTO })
    await dialog.getByRole('button', { name: record('saveSample') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(new RegExp(`${native('moisture')} 13,4\\s%`))
      .first()
      .waitFor()
    const { timeline } = await served.ask('GET', `/api/inventory/records/${id}`)
    const sample = timeline.findLast(({ type }: { type: string }) => type === 'sample')
    expect(sample.details.sample.files).toHaveLength(1)
  },
  async 'See what lay there on a day'({ page, served }) {
    // Before anything that a walk enters.
    const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
    const { totals } = await served.ask('GET', `/api/inventory/position?at=${day}T23:59:59.999Z`)
    expect(totals.owned).toBeGreaterThan(0)
    await page.goto('/stores')
    await page.getByLabel(stores('date'), { exact: true }).last().fill(day)
    await page.getByText(sentence(stores('close'))).waitFor()
    const shown = page.locator('.figure').first()
    await expect.poll(() => shown.textContent()).toContain(tonnes(totals.owned, 1))
    await page.goto('/position')
    await page
      .locator('input')
      .and(page.getByLabel(position('on'), { exact: true }))
      .fill(day)
    await page.getByText(sentence(position('close'))).waitFor()
  },
}
