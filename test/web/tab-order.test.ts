import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('the keyboard at the weighbridge', () => {
  const used = useConsole()

  test('comes to the weight before the lorry, and to that before the bays', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await page.getByLabel('Registration').fill('TAB 1')
    await page.getByLabel('From', { exact: true }).fill('Brook End Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ index: 1 })
    await page.locator('.bay-choice input').first().waitFor()
    const stops: string[] = []
    await page.locator('h1').first().click()
    for (let step = 0; step < 60 && !stops.includes('bay'); step += 1) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(stopOfFocus))
    }
    expect(stops.filter((stop) => stop !== '')).toEqual(['weight', 'lorry', 'bay'])
    await watched.expectSound()
  })
})

/** What the focus is on, of what is asked about here. Sent to the page as it is. */
function stopOfFocus(): string {
  const { document } = Reflect.get(globalThis, 'window')
  const focused = document.activeElement
  if (focused.closest('.scale') && focused.matches('input')) return 'weight'
  if (focused.closest('.bay-choice')) return 'bay'
  return focused.labels?.[0]?.textContent.startsWith('Registration') === true ? 'lorry' : ''
}
