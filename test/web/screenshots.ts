import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { makeWorkplace, serve, type RunningProgram } from '../program.ts'
import { launchBrowser, newContext, views, type View } from './chromium.ts'
import { pretendIndicator } from './indicator.ts'
import { seedContract, seedEarlierHarvest, seedIntakes } from './seed.ts'

// Takes the pictures in docs/console: the program with the sample farm, on phone and desktop, light and dark. `npm run screenshots` takes all,
// `npm run screenshots -- today stores` these.

const FOLDER = path.join(import.meta.dirname, '../../docs/console')
const owner = { email: 'ann@hillfarm.example', password: 'four grey geese at dawn' }
const COLOURS = 40
/** Wide enough to be read in a document, and no wider. */
const WIDTHS = { phone: 450, desktop: 912 }

/** Opens a screen and brings it to where it is worth a picture. */
type Pose = (page: Page) => Promise<void>

const onBridge = async (page: Page, kg: number) => {
  await page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)
  await page.getByPlaceholder(kg.toLocaleString('en-GB')).waitFor()
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

const chooseFile = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** What lies in the bays, as an office has it in a spreadsheet, with a number that has a letter in it. */
const STOCK = `Store;Bay;Commodity;Variety;Harvest year;Weight (kg);Date
Long Barn;Bay 1;Winter wheat;Skyfall;2026;128.460;01/08/2026
Long Barn;Bay 2;Winter barley;Bolton;2026;86.120;02/08/2026
Long Barn;Bay 3;Winter wheat;Extase;2026;97.300;05/08/2026
Mill Store;Floor;Winter wheat;Skyfall;2026;4O.250;06/08/2026
Total;;;;;352.130;
`

const poses: Record<string, Pose> = {
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
    await page.locator('button.row').first().click()
    await onBridge(page, 14_200)
    await page.getByRole('button', { name: 'Take weight' }).click()
  },
  async 'new-lorry'(page) {
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.getByLabel('Registration').fill('AB12 CDE')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain').selectOption({ label: 'Wheat, winter, Group 1' })
  },
  async 'several-bays'(page) {
    await page.goto('/weighbridge')
    await page.getByLabel('Registration').fill('AB12 CDE')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain').selectOption({ label: 'Wheat, winter, Group 1' })
    await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await page.getByRole('checkbox', { name: /Home 2/ }).check({ force: true })
    await page.getByLabel('Share, Home 1').fill('2')
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
    await page.getByLabel('Counted, in kilograms').fill('70000')
    await page.getByRole('button', { name: /^Save the count: / }).waitFor()
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
    await page.getByLabel('Expected yield, kg a hectare').fill('8500')
    for (const name of ['Church Field', 'Mill Piece']) await page.getByLabel(`Sow on ${name}`).check()
    await page.getByText('will be entered').first().waitFor()
    await page
      .getByText('will be entered')
      .first()
      .evaluate((each) => each.scrollIntoView({ block: 'end' }))
  },
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

const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)

const workplace = await makeWorkplace()
const browser = await launchBrowser()
let served: RunningProgram | undefined
try {
  served = await serve({
    cwd: workplace.directory,
    env: { DATA_DIR: workplace.dataDir, RATE_LIMIT_PER_MINUTE: '0' },
  })
  if (wanted.size === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const code = await codeOf(served)
  for (const [, view] of views)
    await shoot(browser, served.url, view, { welcome: (page) => poseWelcome(page, code) })
  await makeSampleFarm(served.url, code)
  for (const [, view] of views) await shoot(browser, served.url, view, { 'sign-in': poseSignIn, ...poses })
} finally {
  await browser.close()
  served?.kill('SIGTERM')
  await served?.ended
  await workplace.remove()
}

async function codeOf(program: RunningProgram): Promise<string> {
  for (;;) {
    const code = /\/welcome#(\S+)/.exec(program.stdout())?.[1]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function poseWelcome(page: Page, code: string): Promise<void> {
  await page.goto(`/welcome#${code}`)
  await page.getByLabel('Farm, store or merchant').fill('Hill Farm')
  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
}

async function poseSignIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
}

/** The organisation with the sample farm, and two lorries that came before. */
async function makeSampleFarm(url: string, code: string): Promise<void> {
  const send = async (method: string, at: string, body: object, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(url + at, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`)
    return JSON.parse(await answer.text())
  }
  const names = { organisation: 'Hill Farm', countryISO: 'GB', givenName: 'Ann', familyName: 'Hill' }
  await send('POST', '/api/identity/setup', { code, ...names, ...owner, demo: true })
  const { accessToken }: { accessToken: string } = await send('POST', '/api/identity/sign-in', owner)
  const asked = {
    async ask(method: string, at: string, body?: object) {
      if (method !== 'GET') return send(method, at, body ?? {}, accessToken)
      return (await fetch(url + at, { headers: { Authorization: `Bearer ${accessToken}` } })).json()
    },
  }
  await seedIntakes(asked)
  await seedContract(asked)
  await seedEarlierHarvest(asked)
}

/** Takes these pictures one after another in a fresh browser; from the second on somebody is signed in. */
async function shoot(browser: Browser, url: string, view: View, shown: Record<string, Pose>): Promise<void> {
  const device = view.isPhone ? 'phone' : 'desktop'
  const context = await newContext(browser, url, { ...view, timezoneId: 'Europe/London' })
  await pretendIndicator(context)
  const page = await context.newPage()
  for (const [name, pose] of Object.entries(shown)) {
    if (name !== 'sign-in' && !isWanted(name)) continue
    await pose(page)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(700)
    const file = path.join(FOLDER, `${name}-${device}-${view.isDark ? 'dark' : 'light'}.png`)
    await sharp(await page.screenshot())
      .resize(WIDTHS[device])
      .png({ palette: true, colours: COLOURS, effort: 10, dither: 0 })
      .toFile(file)
    process.stdout.write(`${path.basename(file)} ${Math.round((await stat(file)).size / 1000)} kB\n`)
    if (name === 'sign-in') {
      await page.getByLabel('Password').fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('#content').waitFor()
    }
  }
  await context.close()
}
