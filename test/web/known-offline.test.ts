import { describe, expect, test } from 'vitest'
import { clockSet, hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// What a device has read it knows without a network, whatever became of it since.

/** What was read then is read again. */
const A_MINUTE_LATER = clockSet(60_000)

describe.runIf(hasBrowser)('what was read once', () => {
  const used = useConsole()

  test('is known after a restart, though the service did not answer when it was asked again', async () => {
    await seedIntakes(used.served)
    const { context, page } = await used.open('/weighbridge', { hasWorker: true })
    await page.locator('.chip').first().waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // What is kept is written half a second after it was read.
    await page.waitForTimeout(1500)
    await context.route(/\/api\/inventory\/(storage\/search|position|commodities)/, (route) => route.abort())
    await context.addInitScript(A_MINUTE_LATER)
    const failed = ['storage', 'position', 'commodities'].map((each) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(`/inventory/${each}`)),
    )
    await page.reload()
    await Promise.all(failed)
    // Another screen is answered, and all that is known is written again.
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
    await page.waitForTimeout(1500)
    await page.getByRole('link', { name: 'Weighbridge' }).click()
    await context.setOffline(true)
    await page.reload()
    await page.locator('.chip').first().click()
    expect(await page.getByRole('button', { name: 'Save and send to tip' }).isEnabled()).toBe(true)
  })
})
