import type { SourceFile } from './tidy.ts'

// How the project's own language is held to that of the trade (docs/glossary.md).

const PRIVATE = new Set(
  'said told tell tells kept keep keeps hand hands standing shelf together own ground judge judged judges'.split(
    ' ',
  ),
)

/** The words of a name in camel, kebab or snake case. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
}

/** Generated: named after the tables of the database. */
const TABLES = 'src/db/tables.ts'

const isPrivate = (name: string) => wordsOf(name).some((word) => PRIVATE.has(word))

const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const exportsOf = ({ text }: SourceFile) => [...text.matchAll(EXPORTED)].map(([, name = '']) => name)

/** Files and exported names that use a word in a meaning that only this project knows. */
export function privateNames(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (file.path === TABLES) return []
    const base =
      file.path
        .split('/')
        .at(-1)
        ?.replace(/\.tsx?$/, '') ?? ''
    return [
      ...(isPrivate(base) ? [file.path] : []),
      ...exportsOf(file)
        .filter(isPrivate)
        .map((name) => `${file.path}: ${name}`),
    ]
  })
}

/** By convention each screen has its own of these, and each language and slice its own sentences. */
const CONVENTIONAL = new Set(['messages', 'help'])

/** Names that are exported of several files. */
export function doubleNames(files: SourceFile[]): string[] {
  const named = files
    .filter(({ path }) => path !== TABLES && !/^src\/words\/(en|de|fr|examples)\//.test(path))
    .flatMap((file) => exportsOf(file).map((name) => ({ name, path: file.path })))
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, all]) => ({ name, paths: [...new Set(all.map(({ path }) => path))] }))
    .filter(({ name, paths }) => paths.length > 1 && !CONVENTIONAL.has(name))
    .map(({ name, paths }) => `${name}: ${paths.join(', ')}`)
}

/** Doc comments that open with a question word, so that the reader has to guess what the thing is. */
export function riddles(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*\*[\s*]*(?:What|Whether|Who|Whom|Whose|Where|How|The same)\b.*/g)].map(
      ([comment]) => `${path}: ${comment}`,
    ),
  )
}

/** Sentences that are made elsewhere than in src/words, in one language alone. */
export function sentencesOutsideWords(files: SourceFile[]): string[] {
  const made =
    /new Refusal\(\s*'\w+',\s*['"`]|\bfault\(\s*[^,()]+,\s*(?:'[^']* |"[^"]* |`[^`]* )|(?:function|const) (?:say|tell)[A-Z]\w*/g
  return files
    .filter(({ path }) => !path.startsWith('src/words/'))
    .flatMap(({ path, text }) => [...text.matchAll(made)].map(([found]) => `${path}: ${found}`))
}

/** Sentences of a command that are no messages of src/words. A word without a blank is data, such as a name or JSON. */
export function sentencesOfCommands(files: SourceFile[]): string[] {
  const made =
    /\b(?:new (?:UsageError|CommandRefused)|(?<![.#])(?:say|warn))\([^()'"`]*(?:'[^'\n]* |"[^"\n]* |`[^`]* )/g
  return files
    .filter(({ path }) => path.startsWith('src/cli/'))
    .flatMap(({ path, text }) => [...text.matchAll(made)].map(([found]) => `${path}: ${found}`))
}

const LONGEST = 35

/** Sentences of a Markdown text with more than 35 words; code and links are one word, and tables are read by their cells. */
export function longSentences(markdown: string): string[] {
  const prose = markdown.replaceAll(/```.*?```/gs, '')
  return prose
    .split(/\n\s*\n|\n(?=\s*[-*|#\d])/)
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split('|') : [block]))
    .map((text) =>
      text
        .replaceAll(/`[^`]*`/g, 'x')
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, 'x')
        .replaceAll(/\s+/g, ' '),
    )
    .flatMap((text) => text.split(/(?<=[.!?:;])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => (sentence.match(/[\w’'-]+/g) ?? []).length > LONGEST)
}
