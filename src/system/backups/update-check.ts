import { readdir } from 'node:fs/promises'
import { granaryVersion } from '../../kernel/version.ts'
import { message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import { reasonWhyNot } from '../why-not.ts'

/** The places in which newer versions are looked for; none where neither is set. */
export interface UpdateSettings {
  /** Answers a version: JSON with `version` or `tag_name`, or text. */
  url: string | undefined
  /** Has packages whose names have versions. */
  directory: string | undefined
}

/** The newest version that was found. */
export interface NewerVersion {
  /** Empty where none was found. */
  version: string
  isNewer: boolean
  problem?: Wording
}

const VERSION = /(?:^|[^\d.])v?(\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?)/
const PACKAGE = /^(?:lib)?granary\b.*\.(?:tgz|tar\.(?:gz|zst|xz)|zip|deb|rpm)$/
const MOST_BYTES = 64 * 1024
const PATIENCE_MS = 5_000
const FRESH_MS = 60 * 60_000

/** Finds the newest version where the operator has said to look. An address is asked once an hour at most. */
export function openUpdateCheck({
  url,
  directory,
}: UpdateSettings): (() => Promise<NewerVersion>) | undefined {
  if (url === undefined && directory === undefined) return undefined
  let last: { at: number; version: string } | undefined
  const askOnceAnHour = async (address: string) => {
    if (!last || performance.now() - last.at > FRESH_MS)
      last = { version: await askAddress(address), at: performance.now() }
    return last.version
  }
  return async () => {
    try {
      const versions = [
        ...(url === undefined ? [] : [await askOnceAnHour(url)]),
        ...(directory === undefined ? [] : versionsIn(await readdir(directory))),
      ].toSorted(compareVersions)
      const version = versions.at(-1) ?? ''
      return { version, isNewer: version !== '' && compareVersions(version, granaryVersion()) > 0 }
    } catch (error) {
      const reason = error instanceof TypeError ? message('nobodyAnswersThere', {}) : reasonWhyNot(error)
      return { version: '', isNewer: false, problem: message('newerVersionIsUnknown', { reason }) }
    }
  }
}

async function askAddress(url: string): Promise<string> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json, text/plain' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MOST_BYTES) break
  }
  const version = versionIn(text)
  if (version === undefined) throw new Error(`“${text.slice(0, 40).trim()}”`)
  return version
}

/** The version that an answer names: JSON with `version` or `tag_name`, or text that begins with one. */
function versionIn(text: string): string | undefined {
  try {
    const { version, tag_name: tag } = JSON.parse(text) as { version?: unknown; tag_name?: unknown }
    return VERSION.exec(String(version ?? tag ?? ''))?.[1]
  } catch {
    return VERSION.exec(text.trimStart().slice(0, 40))?.[1]
  }
}

/** The versions in the names of packages. */
function versionsIn(names: string[]): string[] {
  return names.filter((name) => PACKAGE.test(name)).flatMap((name) => versionOfPackage(name) ?? [])
}

const ENDING = /\.(?:tgz|tar\.\w+|zip|deb|rpm)$/

/** A dash behind the version is the architecture there, as in `granary-1.2.0-linux-x64.tar.gz`, unless it says that it is no release yet. */
function versionOfPackage(name: string): string | undefined {
  const version = VERSION.exec(name.replace(ENDING, ''))?.[1]
  return /-(?:alpha|beta|rc)/.test(version ?? '') ? version : version?.split('-')[0]
}

/**
 * Compares two versions as Semantic Versioning orders them.
 *
 * @example compareVersions('1.10.0', '1.9.3') // 1
 * @example compareVersions('1.0.0-rc.1', '1.0.0') // -1
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (const index of [0, 1, 2]) {
    const difference = Math.sign((a.numbers[index] ?? 0) - (b.numbers[index] ?? 0))
    if (difference !== 0) return difference
  }
  if (a.early === b.early) return 0
  if (a.early === '' || b.early === '') return a.early === '' ? 1 : -1
  return Math.sign(a.early.localeCompare(b.early, 'en', { numeric: true }))
}

function partsOf(version: string) {
  const [release = '', ...early] = version.split('-')
  return { numbers: release.split('.').map(Number), early: early.join('-') }
}
