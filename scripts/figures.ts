import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { circlesOfTypes, isSource, parseFiles, type ParsedFile } from '../test/tidy.ts'

// Prints how the code is cut: who posts to the ledger, the size of the commands on stock, small files that only one other
// imports, rings of imports, and how many files a field passes through. With --names, the files behind each figure.
//
//   npm run figures -- --names

const COMMANDS_ON_STOCK = [
  'edit-movement',
  'create-movements',
  'store-stock',
  'add-loads',
  'update-actions',
  'store-existing',
  'duplicate-movement',
  'delete-movement',
]

/** A field by all the names it has between a body and its column. */
const FIELDS: [field: string, names: RegExp][] = [
  ['the load reference of a movement', /\b(load_reference|loadReference)\b/],
  ['the date on which a record was planted', /\b(planted_on|plantedOn)\b/],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') })
const paths = globSync('{src,test,bench,scripts,examples,web/src}/**/*.{ts,tsx}', { cwd: root }).sort()
const files = parseFiles(paths.map(read))
const sources = files.filter(isSource)
const importersOf = Map.groupBy(
  sources.flatMap(({ path, imports }) =>
    [...new Set(imports.map(({ to }) => to))].map((to) => ({ path, to })),
  ),
  ({ to }) => to,
)

const linesOf = ({ text }: ParsedFile) => text.trimEnd().split('\n').length
const modulesOf = ({ imports }: ParsedFile) => new Set(imports.map(({ to }) => to)).size

const say = (line: string) => void process.stdout.write(`${line}\n`)

function print(figure: string, names: string[]): void {
  say(`${String(names.length).padStart(5)}  ${figure}`)
  if (process.argv.includes('--names')) for (const name of names) say(`         ${name}`)
}

/** Files other than those of stock/ and the ledger itself that call the ledger's `post`. */
function postersOutsideStock(): string[] {
  return sources
    .filter(({ path }) => !/^src\/inventory\/(stock|ledger)\//.test(path))
    .filter(({ imports }) =>
      imports.some(({ to, names }) => to === 'src/inventory/ledger/ledger.ts' && names.includes('post')),
    )
    .map(({ path }) => path)
}

function smallFilesOfOneImporter(): string[] {
  return sources.filter(isSmallOfOne).map(({ path }) => `${path} ← ${importersOf.get(path)?.[0]?.path}`)
}

function isSmallOfOne(file: ParsedFile): boolean {
  return linesOf(file) < 50 && importersOf.get(file.path)?.length === 1
}

/** What somebody edits who adds such a field; not what is generated, tests, or the sample farm. */
function filesOf(names: RegExp): string[] {
  const migrations = globSync('migrations/[0-9]*.sql', { cwd: root }).map(read)
  return [...sources, ...migrations]
    .filter(({ path, text }) => names.test(text) && !/^src\/(db\/tables\.ts$|cli\/demo\/)/.test(path))
    .map(({ path }) => path)
}

function printCommands(): void {
  const commands = COMMANDS_ON_STOCK.flatMap((name) =>
    sources.filter(({ path }) => path.endsWith(`/${name}.ts`)).map((file) => ({ name, file })),
  )
  const lines = commands.reduce((sum, { file }) => sum + linesOf(file), 0)
  say(`${String(lines).padStart(5)}  lines of the commands on stock:`)
  for (const { name, file } of commands)
    say(`         ${name.padEnd(20)} ${String(linesOf(file)).padStart(4)} lines, ${modulesOf(file)} imports`)
}

print('callers of post outside stock/', postersOutsideStock())
printCommands()
print(
  'files of src',
  sources.map(({ path }) => path),
)
print('of them, below 50 lines and imported by one other', smallFilesOfOneImporter())
print(
  'rings of imports, types counted',
  circlesOfTypes(files).map(({ what }) => what),
)
for (const [field, names] of FIELDS) print(`files through which ${field} passes`, filesOf(names))
