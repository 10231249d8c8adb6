import { existsSync, globSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { renewClient, WITHOUT_PAGE } from './make-client.ts'
import { isStamped, stampOf } from './stamp.ts'

// Builds the console and the help into web/dist: `node web/build.ts`. With --if-stale only where its sources are others than those it was built from;
// with --lenient a failure is told and passed over, since the API runs without it and the page says why.

const web = import.meta.dirname
const stampFile = path.join(web, 'dist/.stamp')
const flags = new Set(process.argv.slice(2))

/** What a build is made of: its sources, the documents, the exact packages, and Node. */
function currentStamp(): string {
  const sources = ['src', 'public'].flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !each.name.endsWith('.test.ts'))
      .map((each) => path.join(each.parentPath, each.name)),
  )
  // The help is made of documents. Its generator is not asked for them: it has packages that a release has not.
  const help = globSync(['README.md', 'CHANGELOG.md', 'docs/**/*.*', 'web/help/**/*.*'], {
    cwd: path.join(web, '..'),
  })
  const others = ['index.html', 'vite.config.ts', '../package-lock.json'].map((each) => path.join(web, each))
  const documents = help.map((each) => path.join(web, '..', each))
  return stampOf([...sources, ...others, ...documents], process.version)
}

/** Whether the page was built from what is here. What a release brings along has no sources to differ from. */
async function isFresh(): Promise<boolean> {
  if (!existsSync(path.join(web, 'src'))) return existsSync(stampFile)
  await renewClient()
  return isStamped(stampFile, currentStamp())
}

async function build(): Promise<void> {
  await renewClient()
  const { build: bundle } = await import('vite')
  await bundle({ configFile: path.join(web, 'vite.config.ts'), logLevel: 'error' })
  await addHelp()
  writeFileSync(stampFile, currentStamp())
}

/** A link that leads nowhere is told, and keeps nobody from weighing. */
async function addHelp(): Promise<void> {
  if (!existsSync(path.join(web, '../docs'))) return
  const { buildHelp } = await import('./help/build-help.ts')
  for (const problem of buildHelp(path.join(web, 'dist/help'))) process.stderr.write(`The help: ${problem}\n`)
}

async function main(): Promise<void> {
  // The service that the client is made from needs no page.
  const isFreshEnough =
    process.env[WITHOUT_PAGE] !== undefined || (flags.has('--if-stale') && (await isFresh()))
  if (!isFreshEnough) await build()
  process.stdout.write(isFreshEnough ? 'fresh\n' : 'built\n')
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    `The console could not be built. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = flags.has('--lenient') ? 0 : 1
}
