import { expect } from 'vitest'
import type { ServedConsole } from './service.ts'
import { wordsOf, press, sentence, type Walk } from './walk-language.ts'

// What an office does with its stock and its movements, each by the words of the page itself.

const movement = await wordsOf('screens/movements/panel-messages.ts', 'panelMessages')
const blend = await wordsOf('screens/blend/messages.ts')
const storage = await wordsOf('forms/storage-messages.ts', 'storageMessages')
const counting = await wordsOf('forms/count-messages.ts', 'countMessages')
const stock = await wordsOf('screens/stock/action-messages.ts', 'actionMessages')
const history = await wordsOf('screens/movements/history-messages.ts', 'historyMessages')
const place = await wordsOf('place/place-messages.ts', 'placeMessages')

interface Heap {
  recordId: string
  storageName: string
  substorageName: string
  substorageId: number
  commodity: { id: number }
  owned: boolean
  weight: number
}

/** A sale that is complete. */
const sold = async ({ ask }: ServedConsole) =>
  (await ask('GET', '/api/inventory/movements?limit=1&f:type=outbound&f:status=complete')).docs[0]

/** Own wheat in bays, the most first. */
async function heapsOf({ ask }: ServedConsole): Promise<[Heap, Heap]> {
  const { lines }: { lines: Heap[] } = await ask('GET', '/api/inventory/position')
  const wheat = lines.filter(
    ({ commodity, substorageId, owned }) => owned && commodity.id === 1 && substorageId > 0,
  )
  const [first, second] = wheat.toSorted((a, b) => b.weight - a.weight)
  if (!first || !second) throw new Error('the sample farm has two heaps of wheat')
  return [first, second]
}

/** By what the guide calls them. */
export const stockTasks: Record<string, Walk> = {
  async 'Correct, delete and restore a movement'({ page, served, mark }) {
    const { id, uid, documentNumber } = await sold(served)
    await page.goto(`/movements?open=${id}`)
    await press(page, movement('edit'))
    await page.getByLabel(movement('driver'), { exact: true }).fill(`Karl Weber ${mark}`)
    await page.getByLabel(movement('reasonIfAny')).fill(`Falscher Fahrer ${mark}`)
    await press(page, movement('save'))
    await page
      .getByText(history('because').replace('{reason}', `Falscher Fahrer ${mark}`))
      .first()
      .waitFor()
    const { driver, changes } = await served.ask('GET', `/api/inventory/movements/${id}`)
    expect([driver.name, changes.at(-1).reason]).toEqual([`Karl Weber ${mark}`, `Falscher Fahrer ${mark}`])
    await press(page, movement('remove'))
    await press(page, sentence(movement('removeNow')))
    await page.getByText(movement('removed').replace('{uid}', documentNumber || uid)).waitFor()
    await page.goto(`/movements?open=${id}`)
    await press(page, movement('restore'))
    await page.getByRole('button', { name: movement('edit'), exact: true }).waitFor()
    expect((await served.ask('GET', `/api/inventory/movements/${id}`)).status).toBe('complete')
  },
  async 'Find the loads of a lorry'({ page, served }) {
    const { driver } = await sold(served)
    await page.goto(`/movements?lorry=${encodeURIComponent(driver.vehicleRegistration)}`)
    await page.getByText(driver.vehicleRegistration).locator('visible=true').first().waitFor()
  },
  async 'Count a heap'({ page, served }) {
    const [{ recordId, weight }] = await heapsOf(served)
    await page.goto(`/stock/${recordId}`)
    await press(page, stock('count'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(counting('counted')).fill(`${Math.floor(weight) - 40} kg`)
    await dialog.getByRole('button', { name: sentence(counting('lost')) }).click()
    await dialog.waitFor({ state: 'detached' })
    const { yield: after } = await served.ask('GET', `/api/inventory/records/${recordId}`)
    expect(after.current).toBe(Math.floor(weight) - 40)
  },
  async 'Blend, and do it'({ page, served, mark }) {
    const [first, second] = await heapsOf(served)
    const weightOf = ({ storageName, substorageName }: Heap) =>
      page.getByLabel(blend('of_weights').replace('{name}', `${storageName}, ${substorageName}`), {
        exact: true,
      })
    await page.goto(`/blend?from=${first.recordId}`)
    await weightOf(first).fill('12')
    await page.getByLabel(blend('another')).selectOption(second.recordId)
    await weightOf(second).fill('8')
    await page.getByLabel(blend('to'), { exact: true }).selectOption('lorry')
    await page.getByLabel(blend('buyer'), { exact: true }).fill(`Mischwerk ${mark}`)
    await page.keyboard.press('Escape')
    await press(page, sentence(blend('load')))
    const weights = async () => {
      const { docs } = await served.ask('GET', `/api/inventory/movements?query=Mischwerk+${mark}`)
      return docs.map(
        (each: { inventory: { commodity: { weight: { weight: number } } } }) =>
          each.inventory.commodity.weight.weight,
      )
    }
    await expect.poll(async () => (await weights()).toSorted()).toEqual([12_000, 8000])
  },
  async 'Say where a store or a field is'({ page, served, mark }) {
    await page.goto('/fields')
    await press(page, storage('newField'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(storage('fieldName')).fill(`Kirchenbreite ${mark}`)
    await dialog.getByLabel(place('find')).fill('Harpenden')
    await page
      .getByRole('option', { name: /^Harpenden/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText(place('middle_place')).waitFor()
    await dialog.getByRole('button', { name: storage('makeField') }).click()
    await page.waitForURL(/\/fields\/[\da-f-]{36}/)
    const { docs } = await served.ask('GET', `/api/inventory/storage/search?query=Kirchenbreite+${mark}`)
    expect(docs[0].location.address.city).toBe('Harpenden')
  },
}
