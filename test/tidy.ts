import { parseSync, Visitor } from 'oxc-parser'

/** A file of the project as the guards see it. */
export interface SourceFile {
  /** From the project's root: `src/app.ts`. */
  path: string
  text: string
}

/** What a guard has to say of a file. `measure` is for what may only fall: lines of a function, uses of `any`. */
export interface Finding {
  path: string
  what: string
  measure: number
}

export interface Import {
  /** The file imported, from the project's root, or the package's name. */
  to: string
  names: string[]
  isTypeOnly: boolean
}

export interface ParsedFile extends SourceFile {
  imports: Import[]
  functions: { name: string; lines: number }[]
  anys: number
  comments: string[]
}

/** Reads what the guards need out of the sources. */
export function parseFiles(files: SourceFile[]): ParsedFile[] {
  return files.map(parseFile)
}

function parseFile({ path, text }: SourceFile): ParsedFile {
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const functions: ParsedFile['functions'] = []
  let anys = 0
  const measure = (node: { start: number; end: number; id?: { name: string } | null }) => {
    const name = node.id?.name ?? text.slice(0, node.start).split('\n').at(-1)?.trim() ?? ''
    functions.push({ name, lines: lineAt(node.end) - lineAt(node.start) + 1 })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    TSAnyKeyword: () => void (anys += 1),
  }).visit(program)
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: resolve(path, moduleRequest.value),
      names: entries.map(({ importName }) => importName.name ?? '*'),
      isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest
          ? [{ to: resolve(path, moduleRequest.value), names: [importName.name ?? '*'], isTypeOnly: isType }]
          : [],
      ),
    ),
  ]
  return { path, text, imports, functions, anys, comments: comments.map(({ value }) => value) }
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

/** Tests, what they share, and what a slice's tests share beside it: `test-farm.ts`. */
const isTest = (path: string) => /^(test|bench|scripts|examples)\/|\.test\.ts$|\/test-[\w-]+\.ts$/.test(path)
export const isSource = ({ path }: SourceFile) => path.startsWith('src/') && !isTest(path)
const isWeb = (path: string) => path.startsWith('web/')

/** From the bottom up; imports go down, or stay. */
const layers: [name: string, owns: RegExp][] = [
  ['words', /^src\/words\//],
  ['kernel', /^src\/kernel\//],
  ['db', /^src\/db\//],
  ['http', /^src\/http\//],
  ['system', /^src\/system\//],
  ['inventory', /^src\/inventory\//],
  ['app', /^src\/(app|about)\.ts$/],
  ['main', /^src\/(main\.ts|config\.ts|log\.ts|cli\/.*)$/],
]

function layerOf(path: string): number {
  return layers.findIndex(([, owns]) => owns.test(path))
}

/** main → app → inventory → system → http → db → kernel → words, and never back; the words import nothing of ours. */
export function forbiddenArrows(files: ParsedFile[]): Finding[] {
  return files.filter(isSource).flatMap(({ path, imports }) => {
    const from = layerOf(path)
    if (from === -1) return [{ path, what: 'belongs to no layer', measure: 1 }]
    return imports
      .filter(({ to }) => to.startsWith('src/') || to.startsWith('test/'))
      .filter(({ to }) => isTest(to) || layerOf(to) > from)
      .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 }))
  })
}

/** What the inventory may use of the system service. */
const SYSTEM_PUBLIC = [
  'src/system/access/business-units.ts',
  'src/system/access/organisation-reader.ts',
  'src/system/access/owner-organisation.ts',
  'src/system/counterparties/answer-mail.ts',
  'src/system/organisation-deletion/deletions.ts',
  'src/system/counterparties/look-alikes.ts',
  'src/system/counterparties/stances.ts',
  'src/system/access/schema.ts',
  'src/system/access/unused-keys.ts',
  'src/system/commodities/catalogue.ts',
  'src/system/commodities/list-operation.ts',
  'src/system/commodities/localise.ts',
  'src/system/commodities/named-ids.ts',
  'src/system/commodities/names.ts',
  'src/system/commodities/read-type.ts',
  'src/system/commodities/reads.ts',
  'src/system/commodities/schema.ts',
  'src/system/commodities/search-filters.ts',
  'src/system/commodities/served-names.ts',
  'src/system/commodities/stock-names.ts',
  'src/system/commodities/understand.ts',
  'src/system/commodities/varieties-routes.ts',
  'src/system/countries/countries.ts',
  'src/system/events/append-event.ts',
  'src/system/audit/chain.ts',
  'src/system/files/find-files.ts',
  'src/system/files/share-files.ts',
  'src/system/imports/imports.ts',
  'src/system/jobs/job-source.ts',
  'src/system/jobs/rules.ts',
  'src/system/lock-organisation.ts',
  'src/system/mail/message.ts',
  'src/system/locations/schema.ts',
  'src/system/logging/schema.ts',
  'src/system/logging/update-logging.ts',
  'src/system/reasons/reasons.ts',
  'src/system/units/units.ts',
]

/** The inventory uses the public parts of the system service, and everybody the ledger's one public file. */
export function backDoors(files: ParsedFile[]): Finding[] {
  return files
    .filter(isSource)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => isBackDoor(path, to))
        .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 })),
    )
}

function isBackDoor(from: string, to: string): boolean {
  if (from.startsWith('src/inventory/') && to.startsWith('src/system/') && !SYSTEM_PUBLIC.includes(to))
    return true
  const ledger = 'src/inventory/ledger/'
  return to.startsWith(ledger) && !from.startsWith(ledger) && to !== `${ledger}ledger.ts`
}

/** Files that import each other in a ring. Types are erased and do not count. */
export function circles(files: ParsedFile[]): Finding[] {
  return rings(
    files.map(({ path, imports }) => ({
      from: path,
      to: imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ to }) => to),
    })),
  )
}

/** Files that import each other in a ring, types counted: nobody can read one of them first. */
export function circlesOfTypes(files: ParsedFile[]): Finding[] {
  return rings(files.map(({ path, imports }) => ({ from: path, to: imports.map(({ to }) => to) })))
}

/** A slice of a service with all that is in it; a file beside the slices is alone. */
const sliceOf = (path: string) => /^src\/(system|inventory)\/[^/]+(?=\/)/.exec(path)?.[0] ?? path

/** Slices that import each other in a ring. Types count: whoever reads one slice has to know the others. */
export function circlesOfSlices(files: ParsedFile[]): Finding[] {
  const bySlice = Map.groupBy(files.filter(isSource), ({ path }) => sliceOf(path))
  return rings(
    [...bySlice].map(([slice, itsFiles]) => ({
      from: slice,
      to: itsFiles
        .flatMap(({ imports }) => imports.map(({ to }) => sliceOf(to)))
        .filter((to) => to !== slice && bySlice.has(to)),
    })),
  )
}

function rings(arrows: { from: string; to: string[] }[]): Finding[] {
  const arrowsOf = new Map(arrows.map(({ from, to }) => [from, to]))
  const done = new Set<string>()
  const found: Finding[] = []
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start !== -1) found.push({ path, what: [...trail.slice(start), path].join(' → '), measure: 1 })
    if (start !== -1 || done.has(path)) return
    for (const next of arrowsOf.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of arrowsOf.keys()) visit(path, [])
  return found
}

const isRules = (path: string) => /\/(\w+-)*rules\.ts$/.test(path)

/** The ledger's pure words for what a rule decides. */
const POSTING_WORDS = ['clearedOf', 'gain', 'harvest', 'loss', 'receiver', 'record', 'sender']

/** Rules are values in, decision out: they know the kernel, messages, each other, and types. */
export function impureRules(files: ParsedFile[]): Finding[] {
  return files
    .filter((file) => isSource(file) && isRules(file.path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isTypeOnly, names }) => {
          const isPosting =
            to === 'src/inventory/ledger/ledger.ts' &&
            names.every((name) => POSTING_WORDS.includes(name) || /^[A-Z]/.test(name))
          return !isTypeOnly && !/^src\/(kernel|words)\//.test(to) && !isRules(to) && !isPosting
        })
        .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 })),
    )
}

/** Only the ledger writes the ledger's tables. */
export function foreignLedgerWrites(files: ParsedFile[]): Finding[] {
  const writing =
    /\b(insert\s+into|update|delete\s+from|truncate|insertInto\(|updateTable\(|deleteFrom\(|mergeInto\()\s*['"`]?ledger_\w+/gi
  return files
    .filter((file) => isSource(file) && !file.path.startsWith('src/inventory/ledger/'))
    .flatMap(({ path, text }) => [...text.matchAll(writing)].map(([what]) => ({ path, what, measure: 1 })))
}

/** The environment is read in one place. */
export function strayEnvironment(files: ParsedFile[]): Finding[] {
  return files
    .filter(
      (file) => isSource(file) && file.path !== 'src/config.ts' && /\bprocess\s*\.\s*env\b/.test(file.text),
    )
    .map(({ path }) => ({ path, what: 'reads process.env', measure: 1 }))
}

/** Fastify is known to the frame, the routes and who starts it. */
export function strayFastify(files: ParsedFile[]): Finding[] {
  const mayKnow = /^src\/(http\/|app\.ts$|main\.ts$|cli\/|.*\/([\w-]+-)?routes\.ts$)/
  return files
    .filter((file) => isSource(file) && !mayKnow.test(file.path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => /^@?fastify\b/.test(to))
        .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 })),
    )
}

const MOST_LINES = 400
/** A component has its markup besides. */
const MOST_LINES_OF_WEB = 250
const MOST_FUNCTION_LINES = 70
/** Made by a script. */
const GENERATED = [
  'src/db/tables.ts',
  ...['operations', 'limits', 'load-limits', 'heap'].map((name) => `web/src/api/${name}.ts`),
]

export function longFiles(files: ParsedFile[]): Finding[] {
  return files
    .filter(({ path }) => !GENERATED.includes(path))
    .map(({ path, text }) => ({ path, what: 'lines', measure: text.trimEnd().split('\n').length }))
    .filter(({ path, measure }) => measure > (isWeb(path) ? MOST_LINES_OF_WEB : MOST_LINES))
}

/** The console knows the service by its documents alone, and the service the console by its files. */
export function consoleArrows(files: ParsedFile[]): Finding[] {
  return files
    .filter(({ path }) => isWeb(path) || isSource({ path, text: '' }))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => (isWeb(path) ? /^(src|test)\//.test(to) : isWeb(to)))
        .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 })),
    )
}

/** From the bottom up; `stock` and `scale` have what several screens share, and a screen knows no other screen. */
const webLayers = [
  /^web\/src\/api\//,
  /^web\/src\/i18n\//,
  /^web\/src\/offline\//,
  /^web\/src\/(stock|place|scale|ui)\//,
  /^web\/src\/(frame\/|start-service-worker)/,
  /^web\/src\/forms\//,
  /^web\/src\/screens\//,
  /^web\/src\/(routes|main)\.tsx$/,
]
const screenOf = (path: string) => /^web\/src\/screens\/[^/]+\//.exec(path)?.[0]

/** Screens → forms → frame → parts → offline → languages → client, and never back. */
export function webArrows(files: ParsedFile[]): Finding[] {
  const layer = (path: string) => webLayers.findIndex((owns) => owns.test(path))
  return files
    .filter(({ path }) => isWeb(path) && layer(path) !== -1)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => layer(to) > layer(path) || isOtherScreen(path, to))
        .map(({ to }) => ({ path, what: `imports ${to}`, measure: 1 })),
    )
}

function isOtherScreen(from: string, to: string): boolean {
  const [one, other] = [screenOf(from), screenOf(to)]
  return one !== undefined && other !== undefined && one !== other
}

/** Functions that do not fit a screen. Tests are not asked: what `describe` is given only groups. */
export function longFunctions(files: ParsedFile[]): Finding[] {
  return files
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, functions }) =>
      functions.map(({ name, lines }) => ({ path, what: `lines of ${name}`, measure: lines })),
    )
    .filter(({ measure }) => measure > MOST_FUNCTION_LINES)
}

/** Places where a check was switched off, or work was put off. */
export function suppressions(files: ParsedFile[]): Finding[] {
  const switchedOff = /@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable|\b(TODO|FIXME|XXX|HACK)\b/
  return files.flatMap(({ path, anys, comments }) => {
    const disabled = comments.filter((comment) => switchedOff.test(comment)).length
    return [
      ...(anys > 0 ? [{ path, what: 'any', measure: anys }] : []),
      ...(disabled > 0
        ? [{ path, what: 'comments that switch a check off or put work off', measure: disabled }]
        : []),
    ]
  })
}

/** Names are in kebab case. */
export function oddNames(files: SourceFile[]): Finding[] {
  const isKebab = /^([a-z0-9]+(-[a-z0-9]+)*)(\.(test|config))?\.tsx?$/
  return files
    .filter(({ path }) => !isKebab.test(path.split('/').at(-1) ?? ''))
    .map(({ path }) => ({ path, what: 'is not in kebab case', measure: 1 }))
}

/** What is worse than the ratchet says, and what the ratchet says that is better by now: both want an edit. */
export function compareRatchet(
  found: (Finding & { rule: string })[],
  ratchet: Record<string, number>,
): string[] {
  const today: Record<string, { is: number; rule: string }> = {}
  for (const { path, what, measure, rule } of found) {
    const key = `${path}: ${what}`
    today[key] = { is: Math.max(measure, today[key]?.is ?? 0), rule: today[key]?.rule ?? rule }
  }
  return [...new Set([...Object.keys(today), ...Object.keys(ratchet)])]
    .filter((key) => today[key]?.is !== ratchet[key])
    .map((key) => {
      const was = ratchet[key] ?? 0
      const { is, rule } = today[key] ?? { is: 0, rule: '' }
      if (is < was) return `${key}: ${is}, so lower the ratchet from ${was}`
      return `${rule}: ${key}: ${is}${was === 0 ? '' : `, where the ratchet allows ${was}`}`
    })
}
