import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { makeWorkplace, serve, type RunningProgram } from '../program.ts'
import { launchBrowser, newContext, views, type View } from './chromium.ts'
import { pretendIndicator } from './indicator.ts'
import type { Pose } from './pose-steps.ts'
import { poses } from './poses.ts'
import { seedContract, seedEarlierHarvest, seedIntakes, seedOffers, seedSales, seedTalk } from './seed.ts'

// Takes the pictures in docs/console: the program with the sample farm, on phone and desktop, light and dark. `npm run screenshots` takes all,
// `npm run screenshots -- today stores` these.

const FOLDER = path.join(import.meta.dirname, '../../docs/console')
const owner = { email: 'ann@hillfarm.example', password: 'four grey geese at dawn' }
const COLOURS = 40
/** Wide enough to be read in a document, and no wider. */
const WIDTHS = { phone: 450, desktop: 912 }

const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)

const workplace = await makeWorkplace()
const browser = await launchBrowser({ drawsMaps: true })
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
