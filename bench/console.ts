import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, newContext, type View } from '../test/web/chromium.ts'
import { makeWorkplace, serve } from '../test/program.ts'
import { percentiles } from './harness.ts'
import { fillMovementFarm, type MovementFarm } from './movement-farm.ts'

// How quick the console is on a farm with 300 bays, 30,000 movements and 200 open actions, in the browser of this machine: the first picture
// and the next ones, a key or tap to its picture, and scrolling through all movements. The goals stand beside each figure.
//
//   node bench/console.ts [--movements 30000] [--actions 200] [--runs 5]

const { values: options } = parseArgs({
  options: {
    movements: { type: 'string', default: '30000' },
    actions: { type: 'string', default: '200' },
    runs: { type: 'string', default: '5' },
  },
})
const RUNS = Number(options.runs)
const STORES = 3
const owner = { email: 'ann@hillfarm.example', password: 'four grey geese at dawn' }
/** A phone in the yard: a processor a quarter as fast, and a slow line. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

interface Measured {
  what: string
  goal: number
  unit: string
  p50: number
  p95: number
}
const found: Measured[] = []

function note(what: string, values: number[], goal: number, unit = 'ms'): void {
  const { p50, p95 } = percentiles(values)
  found.push({ what, p50: Math.round(p50), p95: Math.round(p95), goal, unit })
}

const workplace = await makeWorkplace()
const browser = await launchBrowser()
const served = await serve({
  cwd: workplace.directory,
  env: { DATA_DIR: workplace.dataDir, RATE_LIMIT_PER_MINUTE: '0' },
})
try {
  await fill(served.url, await setUp(served.url, await codeOf()))
  await measureScreens(browser, served.url, { isPhone: false })
  await measureScreens(browser, served.url, { isPhone: true })
  console.table(found)
} finally {
  await browser.close()
  served.kill('SIGTERM')
  await served.ended
  await workplace.remove()
}

async function codeOf(): Promise<string> {
  for (;;) {
    const code = /\/welcome#(\S+)/.exec(served.stdout())?.[1]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function post(url: string, headers: object, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const sent = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** The organisation, and a key for what fills it. */
async function setUp(url: string, code: string): Promise<string> {
  const names = { organisation: 'Hill Farm', countryISO: 'GB', givenName: 'Ann', familyName: 'Hill' }
  await post(`${url}/api/identity/setup`, {}, { code, ...names, ...owner })
  const { accessToken } = await post(`${url}/api/identity/sign-in`, {}, owner)
  const { key } = await post(
    `${url}/api/identity/api-keys`,
    { Authorization: `Bearer ${accessToken}` },
    { name: 'bench', role: 'admin' },
  )
  return key
}

/** Loads round and round between 300 bays, and lorries that wait to be weighed again. */
async function fill(url: string, apiKey: string): Promise<void> {
  const farm: MovementFarm = await fillMovementFarm(url, apiKey, { stores: STORES })
  const send = ({ path, headers, body }: ReturnType<MovementFarm['bulk']>) =>
    post(url + path, headers ?? {}, body ?? {})
  for (let made = 0; made < Number(options.movements); made += farm.records) {
    await send(farm.bulk())
    process.stdout.write(`\r${Math.min(made + farm.records, Number(options.movements))} movements`)
  }
  for (let made = 0; made < Number(options.actions); made++) {
    const { path, headers, body } = farm.movement()
    const { weight: _carried, ...load } = body as { weight: number }
    const driver = { vehicleRegistration: `AB${made} CDE`, name: 'Sam' }
    await post(url + path, headers ?? {}, { ...load, driver, weighbridge: { empty: 14_000 } })
  }
  process.stdout.write('\n')
}

async function measureScreens(within: Browser, url: string, view: Partial<View>): Promise<void> {
  const where = view.isPhone ? 'phone' : 'desktop'
  const first: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await newContext(within, url, { ...view, hasWorker: true })
    const page = await context.newPage()
    await signIn(page)
    // Signed in, and nothing of the page is kept.
    await page.evaluate(
      'navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((each) => each.unregister())))',
    )
    await slowDown(page, view)
    first.push(await timeTo(page, () => page.goto('/stores'), '.bay-picture'))
    await context.close()
  }
  note(`first picture of the stores, ${where}`, first, view.isPhone ? 3000 : 1500)
  const context = await newContext(within, url, { ...view, hasWorker: true })
  const page = await context.newPage()
  await signIn(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await slowDown(page, view)
  for (const [name, at, shown] of [
    ['stores', '/stores', '.bay-picture'],
    ['weighbridge', '/weighbridge', '.bay-choice'],
    ['today', '/', '.flows'],
    ['movements', '/movements', view.isPhone ? '.compact-row' : 'tbody tr td:nth-child(3)'],
  ] as const) {
    const again: number[] = []
    await timeTo(page, () => page.goto(at), shown)
    for (let run = 0; run < RUNS; run++) again.push(await timeTo(page, () => page.goto(at), shown))
    note(`${name} again, ${where}`, again, view.isPhone ? 1500 : 500)
  }
  await measureTyping(page, where)
  await measureScrolling(page, where)
  await context.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#content').waitFor()
}

async function slowDown(page: Page, { isPhone }: Partial<View>): Promise<void> {
  if (!isPhone) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
}

async function timeTo(page: Page, work: () => Promise<unknown>, shown: string): Promise<number> {
  const start = performance.now()
  await work()
  await page.locator(shown).first().waitFor()
  return performance.now() - start
}

/** From a key to the picture that has it. */
async function measureTyping(page: Page, where: string): Promise<void> {
  await page.goto('/weighbridge')
  const field = page.getByLabel('Registration')
  await field.waitFor()
  await field.focus()
  await page.evaluate(`globalThis.taken = []; addEventListener('keydown', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => globalThis.taken.push(performance.now() - timeStamp))), true)`)
  await page.keyboard.type('AB12 CDEFGH', { delay: 60 })
  await page.waitForTimeout(500)
  const taken: number[] = await page.evaluate('globalThis.taken')
  note(`a key to its picture, ${where}`, taken, 100)
}

/** Through the list for as far as five seconds go: the time of a frame, and the rows that are drawn. */
async function measureScrolling(page: Page, where: string): Promise<void> {
  await page.goto('/movements')
  await page.locator('.tall').waitFor()
  await page.waitForTimeout(1000)
  const frames: number[] = await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('.tall'), frames = []
    let before = performance.now()
    const end = before + 5000
    requestAnimationFrame(function step(now) {
      frames.push(now - before)
      before = now
      list.scrollTop += 400
      if (now < end) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    })
  })`)
  note(`a frame while movements are scrolled, ${where}`, frames, 20)
  const rows = await page.locator('.tall :is(tbody tr, .compact-row)').count()
  note(`rows drawn of the movements, ${where}`, [rows], 60, 'rows')
}
