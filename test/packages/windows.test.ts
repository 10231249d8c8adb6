import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// No test runs on Windows. So what cannot work there is forbidden where the program itself is: its scripts, its source, its files for Windows.

const PROJECT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8')

/** Patterns, and the reason why they are none for Windows. */
const IN_SCRIPTS: [RegExp, string][] = [
  [/\bexec\b/, 'cmd has no exec'],
  [/\$\{?\w/, 'cmd writes variables as %NAME%'],
  [/(^|&& )[A-Z_]+=\S/, 'cmd sets no variables before a command'],
  [/'/, 'cmd has no single quotation marks'],
  [/\b(rm|cp|mv|mkdir|cat|touch|sh|bash) /, 'cmd has no such program'],
  [/;/, 'cmd ends no command by a semicolon'],
]

const IN_SOURCE: [RegExp, string][] = [
  [/['"`]stty['"`]/, 'Windows has no stty'],
  [/execFileSync\(['"`](?:sh|bash|rm|cp|mv|cat|stty|uname|id)['"`]/, 'Windows has no such program'],
  [/spawn\(['"`](?:sh|bash|npm|npx)['"`]/, 'npm is a .cmd there, which is started by a shell alone'],
  [/shell: '\/bin/, 'Windows has no /bin'],
  [/new URL\([^)]*import\.meta\.url\)\.pathname/, 'the path of a URL begins with a slash before the drive'],
  [/\.node_modules\/\.bin\/node['"`]/, 'npm makes a .cmd there'],
  [
    /process\.(?:getuid|geteuid|getgid)\(\)/,
    'there are no numbers of users, so it has to be asked if there is such a function',
  ],
  [/(?:mkdir|writeFile|appendFile|createWriteStream)\w*\(['"`]\//, 'Windows has no such folder'],
]

const faultsOf = (text: string, patterns: [RegExp, string][]) =>
  patterns.filter(([pattern]) => pattern.test(text)).map(([, reason]) => reason)

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
test.each(Object.entries(scripts))('npm run %s', (_name, script) => {
  expect(faultsOf(script, IN_SCRIPTS)).toEqual([])
})

const sources = globSync('src/**/*.{ts,mjs}', { cwd: PROJECT }).filter(
  (file) => !/\.test\.ts$|\/test-|[\\/]words[\\/]/.test(file),
)
test('no source does what Windows cannot', () => {
  expect(sources.length).toBeGreaterThan(500)
  // Comments may speak of it, and sentences give examples.
  const code = (file: string) => read(file).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  expect(
    sources.flatMap((file) => faultsOf(code(file), IN_SOURCE).map((reason) => `${file}: ${reason}`)),
  ).toEqual([])
})

test.each([
  ['exec node src/start.mjs', IN_SCRIPTS],
  ['TEST=1 vitest', IN_SCRIPTS],
  ['vitest ${FILES:-src}', IN_SCRIPTS],
  [`execFileSync('stty', [device])`, IN_SOURCE],
  [`new URL('./a.ts', import.meta.url).pathname`, IN_SOURCE],
])('%s is seen', (text, patterns) => {
  expect(faultsOf(text, patterns)).not.toEqual([])
})

const commands = globSync('deploy/windows/*.cmd', { cwd: PROJECT })
test.each(commands)('%s finds the program from any folder', (file) => {
  const text = read(file)
  expect(text.startsWith('@echo off\nrem ')).toBe(true)
  expect(text).toMatch(/"%~dp0[\w.\\-]+"/)
  expect(text).not.toMatch(/\$\w|\/dev\/null|(?<!%~dp0)bin\\node/)
})

test('the service is the same program, with its books where programs of all people have theirs', () => {
  const service = read('deploy/windows/granary-service.xml')
  expect(service).toMatch(
    /<executable>%BASE%\\bin\\node\.exe<\/executable>\s+<arguments>"%BASE%\\src\\start\.mjs" serve<\/arguments>/,
  )
  expect(service).toContain('name="DATA_DIR" value="%ProgramData%\\Granary\\data"')
})
