import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { makeWorkplace, run, serve, type RunningProgram } from '../program.ts'
import { launchBrowser, newContext, views, type View } from './chromium.ts'
import { pretendIndicator } from './indicator.ts'
import { opens, type Pose } from './pose-steps.ts'
import { mapPoses, poses } from './poses.ts'
import { tradePoses } from './trade-poses.ts'
import {
  seedContract,
  seedEarlierHarvest,
  seedIntakes,
  seedOffers,
  seedSales,
  seedStored,
  seedTalk,
} from './seed.ts'
import type { ServedConsole } from './service.ts'

// Takes the pictures in docs/console: the program with the sample farm, on phone and desktop, light and dark. `npm run screenshots` takes all,
// `npm run screenshots -- today stores` these.

const FOLDER = path.join(import.meta.dirname, '../../docs/console')
const owner = { email: 'ann@hillfarm.example', password: 'four grey geese at dawn' }
/** Whose grain lies with them. */
const greenLane = { email: 'grace@greenlane.example', password: 'six slow swans at dusk' }
const COLOURS = 40
/** Wide enough to be read in a document, and no wider. */
const WIDTHS = { phone: 450, desktop: 912 }
/** What follows what was read first, such as a chart, is drawn. */
const SETTLED_MS = 1000
/** The screen that many farm offices have. */
const OFFICE = { width: 1366, height: 768 }
const officeScreens = [
  'today',
  'weighbridge',
  'stores',
  'movements',
  'stock',
  'blend',
  'harvest',
  'fields',
  'contracts',
  'for-sale',
  'settlements',
  'position',
  'import',
]

const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)

const workplace = await makeWorkplace()
/** The pictures that there were stay until all new ones are taken. */
const into = path.join(workplace.directory, 'pictures')
const browser = await launchBrowser()
/** What draws maps without a graphics card leaves holes in other pictures. */
const mapBrowser = await launchBrowser({ drawsMaps: true })
const where = {
  cwd: workplace.directory,
  env: { DATA_DIR: workplace.dataDir, RATE_LIMIT_PER_MINUTE: '0' },
}
let served: RunningProgram | undefined
try {
  served = await serve(where)
  await mkdir(into)
  const code = await codeOf(served)
  for (const [, view] of views) await shoot(served.url, view, { welcome: (page) => poseWelcome(page, code) })
  await setUp(served.url, code)
  // One process at a time has the embedded database.
  await stop(served)
  const laneId = await makeGreenLane()
  served = await serve(where)
  const farm = await makeSampleFarm(served.url)
  for (const [, view] of views) {
    await shoot(served.url, view, { 'sign-in': poseSignIn })
    await shoot(served.url, view, poses, owner)
    await shoot(served.url, view, tradePoses, owner)
    await shoot(served.url, view, mapPoses, owner, mapBrowser)
  }
  await shootOffice(served.url)
  // Last: it lies in a store that no other picture has.
  await seedStored(farm, { id: laneId })
  for (const [, view] of views)
    await shoot(served.url, view, { mine: opens('/mine', 'Where it lies') }, greenLane)
  if (wanted.size === 0) await rm(FOLDER, { recursive: true, force: true })
  await cp(into, FOLDER, { recursive: true })
} finally {
  await Promise.all([browser.close(), mapBrowser.close()])
  if (served) await stop(served)
  await workplace.remove()
}

async function stop(program: RunningProgram): Promise<void> {
  program.kill('SIGTERM')
  await program.ended
}

/** Makes a farm without stores, as whoever runs the installation would, and answers its id. */
async function makeGreenLane(): Promise<string> {
  const passwordFile = path.join(workplace.directory, 'password')
  await writeFile(passwordFile, greenLane.password)
  const names = [
    '--organisation',
    'Green Lane Farm',
    '--country',
    'GB',
    '--given-name',
    'Grace',
    '--family-name',
    'Lane',
  ]
  const made = await run(
    ['init', ...names, '--email', greenLane.email, '--password-file', passwordFile, '--json'],
    where,
  )
  const { organisationId }: { organisationId: string } = JSON.parse(made.stdout)
  return organisationId
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

async function signIn(page: Page, { email, password }: typeof owner): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#content').waitFor()
}

type Send = (
  method: string,
  at: string,
  body: object,
  token?: string,
) => Promise<ReturnType<typeof JSON.parse>>

function sendTo(url: string): Send {
  return async (method, at, body, token) => {
    const headers = {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const request: RequestInit = { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(url + at, request)
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`)
    return JSON.parse(await answer.text())
  }
}

/** The organisation with the sample farm. */
async function setUp(url: string, code: string): Promise<void> {
  const names = { organisation: 'Hill Farm', countryISO: 'GB', givenName: 'Ann', familyName: 'Hill' }
  await sendTo(url)('POST', '/api/identity/setup', { code, ...names, ...owner, demo: true })
}

/** What came before the pictures: lorries, a contract, sales and offers, and somebody who writes. */
async function makeSampleFarm(url: string): Promise<Pick<ServedConsole, 'ask'>> {
  const send = sendTo(url)
  const { accessToken }: { accessToken: string } = await send('POST', '/api/identity/sign-in', owner)
  const asked = {
    async ask(method: string, at: string, body?: object) {
      if (method !== 'GET') return send(method, at, body ?? {}, accessToken)
      return (await fetch(url + at, { headers: { Authorization: `Bearer ${accessToken}` } })).json()
    },
  }
  await seedIntakes(asked, { limit: 400_000 })
  await seedContract(asked)
  await seedEarlierHarvest(asked)
  await seedSales(asked)
  await seedOffers(asked)
  const colleague = { givenName: 'Sam', familyName: 'Brook', password: owner.password }
  const invited = await asked.ask('POST', '/api/identity/invitations', {
    email: 'sam@hillfarm.example',
    role: 'operator',
  })
  await send('POST', '/api/identity/invitations/accept', { token: invited.token, ...colleague })
  const signedIn = await send('POST', '/api/identity/sign-in', {
    email: 'sam@hillfarm.example',
    password: owner.password,
  })
  await seedTalk(asked, (at, body) => send('POST', at, body, signedIn.accessToken))
  return asked
}

/** Takes these pictures one after another in a fresh browser, signed in as somebody or as nobody. */
async function shoot(
  url: string,
  view: View,
  shown: Record<string, Pose>,
  as?: typeof owner,
  by: Browser = browser,
): Promise<void> {
  const device = view.isPhone ? 'phone' : 'desktop'
  const taken = Object.entries(shown).filter(([name]) => isWanted(name))
  if (taken.length === 0) return
  const context = await newContext(by, url, { ...view, timezoneId: 'Europe/London' })
  await pretendIndicator(context)
  const page = await context.newPage()
  if (as) await signIn(page, as)
  for (const [name, pose] of taken) {
    await pose(page)
    await keep(page, `${name}-${device}-${view.isDark ? 'dark' : 'light'}`, WIDTHS[device])
  }
  await context.close()
}

/** The screens of an office in German, on a small screen: its words are longer, and every figure has to be whole. */
async function shootOffice(url: string): Promise<void> {
  const shown = officeScreens.filter((name) => isWanted(`german-${name}`))
  if (shown.length === 0) return
  const context = await newContext(browser, url, { timezoneId: 'Europe/London' })
  const page = await context.newPage()
  await signIn(page, owner)
  await page.locator('.side').getByLabel('Language').selectOption('de')
  await page.locator('html[lang=de]').waitFor({ state: 'attached' })
  await page.setViewportSize(OFFICE)
  for (const name of shown) {
    await page.goto(name === 'today' ? '/' : `/${name}`)
    await page.locator('main h1').first().waitFor()
    await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(SETTLED_MS)
    await keep(page, `german-${name}`, OFFICE.width)
  }
  await context.close()
}

async function keep(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(700)
  const file = path.join(into, `${name}.png`)
  await sharp(await page.screenshot())
    .resize(width)
    .png({ palette: true, colours: COLOURS, effort: 10, dither: 0 })
    .toFile(file)
  process.stdout.write(`${path.basename(file)} ${Math.round((await stat(file)).size / 1000)} kB\n`)
}
