import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Prints the licences of all packages that a running service is made of, in full where the package brings the text.
//
//   npm run notice > NOTICES.txt

const root = fileURLToPath(new URL('..', import.meta.url))

interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
}

const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
  packages: Record<string, LockedPackage>
}

const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
for (const [path, { version, license }] of shipped.toSorted(([one], [other]) => one.localeCompare(other))) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  process.stdout.write(`${name} ${version ?? ''}\n${license ?? 'licence: see its text'}\n\n`)
  for (const text of licencesIn(`${root}${path}`)) process.stdout.write(`${text.trim()}\n\n`)
}

/** The texts in a package's folder; none where it is for another kind of machine, and not installed. */
function licencesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  } catch {
    return []
  }
}
