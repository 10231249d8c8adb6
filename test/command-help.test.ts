import { expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { isEnglish } from './english.ts'
import { runHere } from './run-here.ts'

// Whoever has a German or French terminal reads no English in the help of any command, nor in what it refuses.

const LOCALES = ['en_GB.UTF-8', 'de_DE.UTF-8', 'fr_FR.UTF-8']

async function inEachLanguage(argv: string[], env: Record<string, string> = {}) {
  const texts: string[] = []
  for (const LC_ALL of LOCALES) {
    const { stdout, stderr } = await runHere(argv, { ...env, LC_ALL })
    texts.push(stdout + stderr)
  }
  const [english = '', german = '', french = ''] = texts
  return { english, german, french }
}

test.for([{ name: '' }, ...commands])('$name --help is in each language', async ({ name }) => {
  const { english, german, french } = await inEachLanguage([...name.split(' ').filter(Boolean), '--help'])
  expect(new Set([english, german, french]).size).toBe(3)
  for (const help of [german, french]) expect(help).not.toSatisfy(isEnglish)
  // What is typed is the same in each.
  const usageIn = (help: string) => help.match(/npm run granary -- .*/)?.[0]
  const optionsIn = (help: string) => help.match(/^ {2}[-<][^ ]+/gm)
  for (const help of [german, french])
    expect([usageIn(help), optionsIn(help)]).toEqual([usageIn(english), optionsIn(english)])
})

const NOWHERE = '/dev/null/granary'
const mistakes: [string, string[], Record<string, string>][] = [
  ['a setting', ['config', 'check'], { PORT: 'http' }],
  ['a data directory', ['serve'], { DATA_DIR: NOWHERE }],
  ['a directory without a database', ['user', 'list'], { DATA_DIR: '/tmp/granary-is-not-here' }],
  ['nothing to back up', ['backup', 'x.granary'], { DATA_DIR: '/tmp/granary-is-not-here' }],
  ['a backup that is not there', ['restore', `${NOWHERE}.granary`], {}],
  ['a database that is not there', ['user', 'list'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
  ['a certificate', ['config', 'check'], { TLS_CERT: NOWHERE, TLS_KEY: NOWHERE }],
  ['a key', ['secret', 'reset'], { SECRET_KEY_FILE: '/dev/null', DATA_DIR: '/tmp/granary-is-not-here' }],
]
test.for(mistakes)('%s is refused in each language', async ([, argv, env]) => {
  const { english, german, french } = await inEachLanguage(argv, env)
  expect(new Set([english, german, french]).size).toBe(3)
  // What stands behind an example, or comes from the system, is no sentence.
  for (const said of [german, french])
    expect(said.replaceAll(/=\S*|connect \S+/g, '')).not.toSatisfy(isEnglish)
})
