// The service calls a field by its path in the request, which is for programs. People read what the field is called.

/** What fields are called, by the names in paths; and what is said around them. */
type Words = Record<'several' | 'tooLong' | 'needed' | 'field', string> & Readonly<Record<string, string>>

const ONE = /^([a-zA-Z]\w*(?:\[\d+\]|\.\w+)*): (.*)$/s
const SEVERAL = /^(\d+) fields need attention: (.*)\.$/s

/**
 * What a path is called: by the last of its names that has a word, so `source.intake.sender.id` is the sender. What somebody is called is a
 * field of its own only where it is not known of whom.
 */
export function nameOfPath(path: string, words: Words): string {
  const names = path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .toReversed()
  const known = names.filter((name) => words[name] !== undefined)
  const told = known.find((name) => name !== 'name') ?? known[0] ?? 'field'
  return words[told] ?? words.field
}

/** A sentence of the service about bad input, with fields by their names and no path. */
export function withFieldNames(message: string, words: Words): string {
  const [, n = '', listed] = SEVERAL.exec(message) ?? []
  if (listed !== undefined) {
    const names = new Set(listed.split(/, | and /).map((path) => nameOfPath(path, words)))
    return words.several.replace('{n}', n).replace('{fields}', [...names].join(', '))
  }
  const [, path, said = ''] = ONE.exec(message) ?? []
  if (path === undefined) return message
  return `${nameOfPath(path, words)}: ${inWords(said, words)}`
}

/** What is said of a field most often, in the reader's words. */
export function inWords(said: string, words: Pick<Words, 'tooLong' | 'needed'>): string {
  const most = /^must have at most (\d+) characters$/.exec(said)?.[1]
  if (most !== undefined) return words.tooLong.replace('{most}', most)
  return said === 'is needed' ? words.needed : said
}
