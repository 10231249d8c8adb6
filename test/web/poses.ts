import type { Page } from 'playwright-core'
import { onBridge, heading, opens, chooseFile, STOCK, enterStatement, type Pose } from './pose-steps.ts'
import { isBought } from './walk.ts'

// What the pictures in docs/console show, one after another: some go on from the one before.

/** The conversation that the pictures are of: the sample farm has another one of the same person. */
const talk = (page: Page) =>
  page.getByRole('link', { name: /Sam Brook/ }).filter({ hasText: 'I took a sample' })

export const poses: Record<string, Pose> = {
  async today(page) {
    await page.goto('/')
    await page.getByRole('region', { name: 'Conflicts ahead' }).getByRole('link').first().waitFor()
  },
  async weighbridge(page) {
    await page.goto('/weighbridge')
    await page.locator('.chip').first().waitFor()
    await onBridge(page, 42_660)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
  },
  async 'second-weighing'(page) {
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    // Not a plan, of which no lorry is known yet.
    await page.locator('button.row', { hasText: 'since' }).first().click()
    await onBridge(page, 14_200)
    await page.getByRole('button', { name: 'Take weight' }).click()
  },
  async 'new-lorry'(page) {
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.getByRole('button', { name: 'Print' }).first().waitFor()
    await page.getByLabel('Registration').fill('AB12 CDE')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await isBought(page)
  },
  async 'several-bays'(page) {
    await page.goto('/weighbridge')
    await page.getByLabel('Registration').fill('AB12 CDE')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await isBought(page)
    await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await page.getByRole('checkbox', { name: /Home 2/ }).check({ force: true })
    await page.getByLabel(/^Share, .*Home 1$/).fill('2')
    await page.getByRole('button', { name: 'Add what was measured' }).click()
    await page.getByLabel(/^Moisture/).fill('14.2')
    await page.locator('.scale').getByLabel('Full').fill('42660')
    await page.locator('.shares').evaluate((each) => each.scrollIntoView({ block: 'center' }))
  },
  async 'before-saving'(page) {
    await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
    await page.getByLabel('Empty, in kilograms').fill('14200')
    const before = page.getByRole('region', { name: 'What the book will say' })
    await before.locator('.change-in').first().waitFor()
    await before.evaluate((each) => each.scrollIntoView({ block: 'end' }))
    await page.mouse.wheel(0, 200)
  },
  async stores(page) {
    await page.goto('/stores')
    await page.locator('.bay-picture').first().waitFor()
  },
  async bay(page) {
    await page.locator('a', { hasText: 'Hill 2' }).first().click()
    await page.getByText('planned movements').waitFor()
  },
  async count(page) {
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByLabel('Counted, t').fill('70')
    await page.getByRole('button', { name: /^Save the count: / }).waitFor()
  },
  async place(page) {
    await page.goto('/stores')
    await page.getByRole('button', { name: 'Add a store' }).click()
    await page.getByLabel('Name of the store').fill('Long Barn')
    await page.getByRole('combobox', { name: 'Where it is' }).fill('Harpnden')
    await page.getByRole('option', { name: /^Harpenden Hertfordshire/ }).click()
    await page.getByText('It is only like “Harpnden”').waitFor()
    await page
      .getByRole('group', { name: 'What is known of the place' })
      .evaluate((each) => each.scrollIntoView())
  },
  async stock(page) {
    await page.goto('/stock')
    await page
      .getByRole('link', { name: /Church Field/ })
      .first()
      .waitFor()
  },
  async record(page) {
    await page.goto('/stock')
    await page
      .getByRole('link', { name: /Church Field/ })
      .first()
      .click()
    await heading(page, 'Every kilogram')
    await page.getByText('Valley Mill').first().waitFor()
  },
  async timeline(page) {
    await page.getByRole('heading', { name: 'What happened' }).evaluate((each) => each.scrollIntoView())
  },
  async movements(page) {
    await page.goto('/movements')
    await page.getByText('Valley Mill').locator('visible=true').first().waitFor()
  },
  async contracts(page) {
    await page.goto('/contracts')
    await page
      .getByRole('link', { name: /ST-2026-014/ })
      .first()
      .waitFor()
  },
  async contract(page) {
    await page.goto('/contracts')
    await page
      .getByRole('link', { name: /ST-2026-014/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Loads' }).waitFor()
    await page.getByLabel('Its moisture, %').fill('18')
    await page.getByText('are lost (5.9 %)').waitFor()
    await page.evaluate('scrollTo(0, 0)')
  },
  async 'contract-form'(page) {
    await page.getByRole('link', { name: 'Change the terms' }).click()
    await page.locator('.matrix-grid').evaluate((each) => each.scrollIntoView({ block: 'center' }))
  },
  async harvest(page) {
    await page.goto('/harvest')
    await page.locator('.time-chart canvas').waitFor()
  },
  async crop(page) {
    await page.goto('/harvest')
    await page.getByRole('link', { name: 'Wheat, KWS Dawsum' }).click()
    await page.getByRole('region', { name: 'Loads' }).waitFor()
  },
  async plantings(page) {
    await page.goto('/harvest/plantings')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter, Group 1' })
    await page.getByLabel('Expected yield, t a hectare').fill('8.5')
    for (const name of ['Church Field', 'Mill Piece']) await page.getByLabel(`Sow on ${name}`).check()
    await page.getByText('will be entered').first().waitFor()
    await page
      .getByText('will be entered')
      .first()
      .evaluate((each) => each.scrollIntoView({ block: 'end' }))
  },
  async fields(page) {
    await page.goto('/fields')
    await page
      .getByRole('link', { name: /Church Field/ })
      .first()
      .waitFor()
  },
  async 'field-split'(page) {
    await page.goto('/fields')
    await page
      .getByRole('link', { name: /Barn Hill/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByLabel('Name of part 1').fill('Barn Hill East')
    await page.getByLabel('Hectares of part 1').fill('12.5')
    await page.getByText('18.5 ha remain').waitFor()
  },
  async messages(page) {
    await page.goto('/messages')
    await talk(page).waitFor()
    if ((page.viewportSize()?.width ?? 0) < 860) return
    await talk(page).click()
    await page.getByRole('log').getByText('200 t').waitFor()
  },
  async conversation(page) {
    await page.goto('/messages')
    await talk(page).click()
    await page.getByRole('log').getByText('200 t').waitFor()
  },
  async questions(page) {
    await page.goto('/questions?ask=grain-sample')
    await page.getByRole('dialog').getByText('Spread a handful').waitFor()
  },
  async files(page) {
    await page.goto('/files')
    await page.getByText('Stock take Hill 1.csv').first().waitFor()
  },
  async blend(page) {
    await page.goto('/blend')
    for (const [label, bay] of [
      ['Take from', /^Home 1 · Wheat/],
      ['Take from another bay', /^Home 2 · Wheat/],
    ] as const) {
      const choice = page.getByLabel(label)
      const option = choice.locator('option', { hasText: bay }).first()
      await choice.selectOption((await option.getAttribute('value')) ?? '')
    }
    await page.getByLabel('From Home Barn, Home 1, t').fill('18')
    await page.getByLabel('From Home Barn, Home 2, t').fill('10.5')
    await page.getByLabel('Where to').selectOption('lorry')
    await page.getByLabel('Buyer').fill('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'What comes of it' }).getByText('28.50 t').first().waitFor()
    await page.evaluate('scrollTo(0, 0)')
  },
  async settlement(page) {
    await page.goto('/settlements')
    // The sample farm has one of its own.
    const entered = page.locator('tr, .compact-row').filter({ hasText: 'ST-88' }).getByRole('link')
    await page
      .getByRole('link', { name: /Valley Mill/ })
      .first()
      .waitFor()
    if ((await entered.count()) > 0) await entered.first().click()
    else await enterStatement(page)
    await page.getByRole('heading', { name: 'Valley Mill' }).waitFor()
    await page.getByText('Missing on it').first().waitFor()
  },
  'for-sale': opens('/for-sale', 'Winter wheat 2027'),
  async offer(page) {
    await page
      .getByRole('button', { name: /Winter wheat 2027/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Yours in stores').waitFor()
  },
  holders: opens('/for-sale/holders?grain=1', 'Brook End Farm'),
  async position(page) {
    await page.goto('/position')
    await page.locator('table').first().waitFor()
  },
  async find(page) {
    await page.goto('/')
    await heading(page, 'Today')
    await page
      .getByRole('button', { name: /^Find or do/ })
      .locator('visible=true')
      .click()
    await page.getByRole('combobox', { name: 'Find or do' }).fill('hill')
    await page.getByRole('option').first().waitFor()
  },
  async settings(page) {
    await page.goto('/settings/people')
    await heading(page, 'What each role may do')
  },
  async partners(page) {
    await page.goto('/settings/partners')
    await page.getByRole('button', { name: 'Rename Brook End Farm' }).waitFor()
  },
  async scale(page) {
    await page.goto('/settings/scale')
    await page.evaluate(() => Object.assign(globalThis, { onBridge: 42_660 }))
    await page.locator('.live').getByText('Stable').waitFor()
  },
  async rescale(page) {
    const form = page.getByRole('region', { name: 'Loads weighed while the scale was wrong' })
    await form.getByLabel('From', { exact: true }).fill('2020-01-01')
    await form.getByLabel('Up to and including').fill(new Date().toISOString().slice(0, 10))
    await form.getByLabel('What the scale showed, in kilograms').fill('10000')
    await form.getByLabel('What it really was').fill('10040')
    await form.getByRole('list', { name: 'What each load weighs' }).waitFor()
    await form.evaluate((each) => each.scrollIntoView())
  },
  async views(page) {
    await page.goto('/movements?type=outbound')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').fill('Out to buyers')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Out to buyers' }).waitFor()
  },
  async webhooks(page) {
    await page.goto('/settings/webhooks')
    const list = page.getByRole('region', { name: 'Webhooks' })
    await list.getByText('No program is told').or(list.getByRole('listitem').first()).waitFor()
    if ((await list.getByRole('listitem').count()) > 0) return
    await page.getByLabel('Address').fill('https://erp.hillfarm.example/granary')
    await page.getByLabel('What it is for').fill('Bookkeeping')
    await page.getByRole('button', { name: 'Make the webhook' }).click()
    await list.getByRole('listitem').first().waitFor()
    await page.reload()
    await list.getByRole('listitem').first().waitFor()
  },
  async deliveries(page) {
    await page.getByRole('button', { name: 'Deliveries: Bookkeeping' }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  },
  async data(page) {
    await page.goto('/settings/sources')
    await heading(page, 'Whose data this is')
  },
  installation: opens('/settings/platform', 'There is none.'),
  async help(page) {
    await page.goto('/stores')
    await page.locator('.bay-picture').first().waitFor()
    await page.keyboard.press('Shift+?')
    await page.locator('.help dt').first().waitFor()
  },
  async import(page) {
    await page.goto('/import')
    await heading(page, 'Imported in the last 30 days')
  },
  async 'import-file'(page) {
    await page.goto('/import?kind=inventory%2Fstores')
    await heading(page, 'Choose a file, or drop it here')
  },
  async 'import-columns'(page) {
    await chooseFile(
      page,
      'stock.csv',
      STOCK.replace('(kg)', '(t)').replaceAll(/(\d\d)\.(\d\d)0;/g, '$1.$2;'),
    )
    await heading(page, /as understood/)
  },
  async 'import-question'(page) {
    await page.goto('/import?kind=inventory%2Fstores')
    await chooseFile(page, 'stock.csv', STOCK)
    await page.getByRole('button', { name: 'Answer the question' }).click()
    await heading(page, 'One thing is not clear')
  },
  async 'import-rows'(page) {
    await page.getByRole('button', { name: '128460' }).click()
    await page.getByLabel('Make these stores and bays').check()
    await heading(page, '1 row is wrong')
    await page.getByLabel('Weight (kg), row 5').waitFor()
  },
  async 'import-sums'(page) {
    await page.getByLabel('Weight (kg), row 5').fill('40.250')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Next: the sums' }).click()
    await page.getByText('agrees', { exact: true }).waitFor()
  },
  async 'import-report'(page) {
    await page.goto('/import?kind=fields')
    const fields =
      'Field,Area (ha),Town\nQuarry Piece,12.5,Harpenden\nHeron Bank,8.25,Harpenden\nLark Rise,x,Harpenden\n'
    await chooseFile(page, 'fields.csv', fields)
    for (const name of ['Next: its rows', 'Next: the sums', 'Enter 2 rows'])
      await page.getByRole('button', { name }).click()
    await page.getByText('2 rows are in the book.').waitFor()
  },
  /** It is also taken back, so that the next view finds the farm as it was. */
  async 'import-undone'(page) {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo 2 things' }).click()
    await page.getByText('2 things were taken back.').waitFor()
  },
}

/** Those that draw the map. */
export const mapPoses: Record<string, Pose> = {
  async 'fields-map'(page) {
    await page.goto('/fields?view=map')
    await page.locator('.field-map[data-drawn]').waitFor()
    await page.locator('.field-map').evaluate((each) => each.scrollIntoView({ block: 'center' }))
    // The outlines of countries come a moment after the fields.
    await page.waitForTimeout(6000)
  },
  async field(page) {
    await page.goto('/fields')
    await page
      .getByRole('link', { name: /Far Lawn/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Draw the boundary' }).click()
    await page
      .getByLabel('Corners')
      .fill('51.8139, -0.3851\n51.8140, -0.3791\n51.8122, -0.3788\n51.8103, -0.3792\n51.8102, -0.3851')
    await page.getByText('It encloses').waitFor()
    await page.locator('.field-map[data-drawn]').waitFor()
    await page.locator('.field-boundary').evaluate((each) => each.scrollIntoView())
    // The outlines of countries come a moment after the fields.
    await page.waitForTimeout(6000)
  },
}
