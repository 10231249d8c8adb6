import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { attacksSection } from './attacks.ts'
import { harvestDaySection } from './harvest-day.ts'
import { importsSections } from './imports.ts'
import { latencySections } from './latency.ts'
import { memorySections } from './memory.ts'
import { movementsSection } from './movements.ts'
import { oneRecordSection } from './one-record.ts'
import { processesSection } from './processes.ts'
import { goalRows, type Machine, type Measured, type Section } from './section.ts'
import { searchesSection } from './searches.ts'
import { startSection } from './start.ts'
import { markdownTable } from './text.ts'

/** Makes docs/performance.md and its plots from the figures that measurements have kept. No figure in it is written by hand. */

const root = path.join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** Where each run leaves its figures; not part of the repository. */
export const RESULTS = path.join(root, 'bench', 'results')
/** The figures that the document shows, and its plots. */
export const FIGURES = path.join(root, 'docs', 'performance')

/** A section with the figures of its last run, if there was one. */
interface Part {
  rows: string[][]
  measured: Measured | undefined
  heading: string
  write: (machineWords: string) => string
  plots: { name: string; svg: string }[]
}

/** Leaves the figures of a run where only its next run replaces them. */
export const saveResult = (name: string, figures: object): Promise<string> => save(RESULTS, name, figures)

/** Keeps the figures of a run for the document. */
export async function keepFigures(name: string, figures: object): Promise<void> {
  await format(await save(FIGURES, name, figures))
}

async function save(directory: string, name: string, figures: object): Promise<string> {
  const file = path.join(directory, `${name}.json`)
  await mkdir(directory, { recursive: true })
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
  return file
}

/** As everything in the repository is. */
async function format(file: string): Promise<void> {
  await run(path.join(root, 'node_modules', '.bin', 'oxfmt'), [file], { cwd: root })
}

/**
 * Writes the document and its plots from the figures in a folder. Sections without figures are left out, and what they
 * promise is listed as not measured.
 *
 * @example await writeDocument({ figures: RESULTS, document: '/tmp/performance.md' })
 */
export async function writeDocument({
  figures = FIGURES,
  document = path.join(root, 'docs', 'performance.md'),
}: {
  figures?: string
  document?: string
} = {}): Promise<void> {
  const plotFolder = path.join(path.dirname(document), 'performance')
  const parts = await Promise.all([
    read(figures, movementsSection),
    read(figures, harvestDaySection),
    ...latencySections.map((section) => read(figures, section)),
    read(figures, oneRecordSection),
    ...importsSections.map((section) => read(figures, section)),
    read(figures, searchesSection),
    read(figures, startSection),
    ...memorySections.map((section) => read(figures, section)),
    read(figures, processesSection),
    read(figures, attacksSection),
  ])
  await mkdir(plotFolder, { recursive: true })
  for (const { name, svg } of parts.flatMap(({ plots }) => plots)) {
    await writeFile(path.join(plotFolder, `${name}.svg`), svg)
  }
  await writeFile(document, textOf(parts))
  await format(document)
}

async function read<Result extends Measured>(directory: string, section: Section<Result>): Promise<Part> {
  const text = await readFile(path.join(directory, `${section.name}.json`), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  // What `publish` has written for this very section.
  const result = text === undefined ? undefined : (JSON.parse(text) as Result)
  const plots = result === undefined ? [] : section.plots(result)
  return {
    rows: goalRows(section, result),
    measured: result,
    heading: section.heading,
    plots,
    write: (machineWords) =>
      result === undefined
        ? ''
        : [
            `## ${section.heading}`,
            `${section.text(result)} ${machineWords}`,
            section.tables(result),
            ...plots.map(({ name, shows }) => `![${shows}](performance/${name}.svg)`),
          ].join('\n\n'),
  }
}

function textOf(parts: Part[]): string {
  const measured = parts.flatMap((part) => part.measured ?? [])
  const computers = [...new Set(measured.map(({ machine }) => computerOf(machine)))]
  return [
    '# Performance',
    introduction(computers),
    '## What was promised',
    markdownTable(
      ['goal', 'promised', 'reached', 'met'],
      parts.flatMap(({ rows }) => rows),
    ),
    ...parts.flatMap((part) =>
      part.measured ? [part.write(circumstances(part.measured, computers.length > 1))] : [],
    ),
    '',
  ].join('\n\n')
}

function introduction(computers: string[]): string {
  const where =
    computers.length === 1
      ? `All of it was measured on ${computers[0]}, with clients, service and database on this one machine.`
      : 'Not all of it was measured on one machine: each section names its own. Clients, service and database are on the same one.'
  return (
    `\`npm run bench\` measures all of this again and writes this page; [bench](../bench/README.md) says what each part does. ${where} A figure of ` +
    'one machine says little on another: what counts is the ratio of two figures of one run.'
  )
}

const computerOf = ({ computer, node }: Machine) => `${computer}, ${node}`

/** What a section says of its run: the database, the day, how busy the machine was, and which one it was where there are several. */
function circumstances({ measuredAt, machine }: Measured, isNamed: boolean): string {
  const where = isNamed ? `${computerOf(machine)}, ` : ''
  const day = measuredAt.slice(0, 10)
  return `Measured on ${where}${machine.database}, ${day}, load average before it ${machine.loadAverage}.`
}
