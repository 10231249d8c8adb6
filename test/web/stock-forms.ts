import type { Page } from 'playwright-core'

// Forms by which stock is entered, moved, counted or bounded, and what they say.

export interface Heap {
  recordId: string
  storageId: string
  substorageId: number
}

/** Own stock in bays. */
export async function heapsIn(
  ask: (method: string, at: string) => Promise<{ lines: Heap[] }>,
): Promise<[Heap]> {
  const { lines } = await ask('GET', '/api/inventory/position')
  const [heap] = lines.filter(({ substorageId }) => substorageId > 0)
  if (!heap) throw new Error('the sample farm has stock in bays')
  return [heap]
}

/** Forms by which stock is entered, moved or bounded. */
export const forms: [name: string, reach: (page: Page, heap: Heap) => Promise<void>][] = [
  ['counting', (page, heap) => dialogOf(page, `/stock/${heap.recordId}`, 'Count')],
  ['moving', (page, heap) => dialogOf(page, `/stock/${heap.recordId}`, 'Move')],
  [
    'counting a bay',
    (page, heap) => dialogOf(page, `/stores/${heap.storageId}?bay=${heap.substorageId}`, 'Count'),
  ],
  [
    'moving out of a bay',
    (page, heap) => dialogOf(page, `/stores/${heap.storageId}?bay=${heap.substorageId}`, 'Move'),
  ],
  [
    'bounding a bay',
    (page, heap) => dialogOf(page, `/stores/${heap.storageId}?bay=${heap.substorageId}`, 'Enter a limit'),
  ],
  ['a store', (page) => dialogOf(page, '/stores', 'Add a store')],
  [
    'a contract',
    (page) => page.goto('/contracts/new').then(() => page.getByLabel(/^Agreed weight/).fill('40')),
  ],
  ['offers', (page) => page.goto('/for-sale/new').then(() => page.getByLabel(/^Weight/).fill('40'))],
  [
    'plantings',
    (page) => page.goto('/harvest/plantings').then(() => page.getByLabel(/^Expected yield/).fill('8.5')),
  ],
]

async function dialogOf(page: Page, at: string, button: string): Promise<void> {
  await page.goto(at)
  await page.getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('dialog').locator('input').first().waitFor()
}

/** What stands on a screen with a form, and what is typed, pressed or opened. A count of a lorry, and the lines of tickets, are in kilograms. */
export const textsOfForms = `[...document.querySelectorAll('#content td, #content th, #content p, #content dd, #content .num, label, .field .small, form button, [role=dialog] p, .step, .mine-weight, .blend-weight')]
  .filter((each) => each.checkVisibility() && each.closest('.note') === null)
  .map((each) => each.textContent)`
