import type { Page } from 'playwright-core'

// What the pictures in docs/console take more than once to get to, or long enough to have a name.

/** Opens a screen and brings it to where it is worth a picture. */
export type Pose = (page: Page) => Promise<void>

export const onBridge = async (page: Page, kg: number) => {
  await page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)
  await page.getByPlaceholder(kg.toLocaleString('en-GB')).waitFor()
}
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name }).first().waitFor()

/** A screen as it opens, once it has this text. */
export const opens =
  (at: string, text: string): Pose =>
  async (page) => {
    await page.goto(at)
    await page.getByText(text).first().waitFor()
  }

export const chooseFile = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** What lies in the bays, as an office has it in a spreadsheet, with a number that has a letter in it. */
export const STOCK = `Store;Bay;Commodity;Variety;Harvest year;Weight (kg);Date
Long Barn;Bay 1;Winter wheat;Skyfall;2026;128.460;01/08/2026
Long Barn;Bay 2;Winter barley;Bolton;2026;86.120;02/08/2026
Long Barn;Bay 3;Winter wheat;Extase;2026;97.300;05/08/2026
Mill Store;Floor;Winter wheat;Skyfall;2026;4O.250;06/08/2026
Total;;;;;352.130;
`

/** What Valley Mill says of the loads of yesterday: one agrees, one is short, one is not on it. */
export async function enterStatement(page: Page): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.goto('/settlements/new')
  await page.getByLabel('Buyer', { exact: true }).fill('Valley Mill')
  await page.keyboard.press('Escape')
  await page.getByLabel('Reference', { exact: true }).fill('ST-88')
  await page
    .getByLabel('The statement as a table')
    .fill(`Ticket;Date;Net (kg)\nS-1;${yesterday};19980\nS-2;${yesterday};20100`)
  await page.getByRole('button', { name: 'Compare with our loads' }).click()
  await page.getByRole('button', { name: 'Enter the statement' }).click()
  await page.waitForURL(/settlements\/[0-9a-f-]{36}$/)
}
