import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Builds the console into web/dist: `node web/build.ts`. With --if-stale only where its sources are others than those it was built from;
// with --lenient a failure is told and passed over, since the API runs without it and the page says why.

const web = import.meta.dirname
const stampFile = path.join(web, 'dist/.stamp')
const flags = new Set(process.argv.slice(2))

/** What a build is made of: its sources, the exact packages, and Node. */
function stampOf(): string {
  const hash = createHash('sha256').update(process.version)
  const folders = ['src', 'public']
  const sources = folders.flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !each.name.endsWith('.test.ts'))
      .map((each) => path.join(each.parentPath, each.name)),
  )
  const others = ['index.html', 'vite.config.ts', '../package-lock.json'].map((each) => path.join(web, each))
  for (const file of [...sources, ...others].sort()) {
    if (existsSync(file)) hash.update(path.relative(web, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

function isFresh(): boolean {
  // What a release brings along has no sources to differ from.
  if (!existsSync(path.join(web, 'src'))) return existsSync(stampFile)
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf()
}

async function build(): Promise<void> {
  const { build: bundle } = await import('vite')
  await bundle({ configFile: path.join(web, 'vite.config.ts'), logLevel: 'error' })
  writeFileSync(stampFile, stampOf())
}

if (flags.has('--if-stale') && isFresh()) {
  process.stdout.write('fresh\n')
} else {
  try {
    await build()
    process.stdout.write('built\n')
  } catch (error) {
    process.stderr.write(
      `The console could not be built. ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exitCode = flags.has('--lenient') ? 0 : 1
  }
}
