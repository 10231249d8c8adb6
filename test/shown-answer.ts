/**
 * Answers as documents show them: JSON in which a bare `…` stands for members or items that are left out, and a `…`
 * within a text for whatever differs from one run to the next. All else has to be there as shown.
 */

const LEFT_OUT = '\u0000left out'

/** What the text of a document shows. */
export function parseShown(text: string): unknown {
  const opened: string[] = []
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|…/g, (token) => {
    if (token === '{' || token === '[') opened.push(token)
    if (token === '}' || token === ']') opened.pop()
    if (token !== '…') return token
    return opened.at(-1) === '{' ? `${JSON.stringify(LEFT_OUT)}:0` : JSON.stringify(LEFT_OUT)
  })
  return JSON.parse(json)
}

/**
 * Where an answer is not what a document shows; empty when it is.
 *
 * @example differences(parseShown('{ "id": "…", "weight": 5, … }'), { id: 'a', weight: 6, name: '' }) // ['weight: shown 5, was 6']
 */
export function differences(shown: unknown, actual: unknown, path = ''): string[] {
  if (typeof shown === 'string')
    return typeof actual === 'string' && isLike(shown, actual) ? [] : [said(path, shown, actual)]
  if (Array.isArray(shown))
    return Array.isArray(actual) ? listDifferences(shown, actual, path) : [said(path, shown, actual)]
  if (!isObject(shown)) return Object.is(shown, actual) ? [] : [said(path, shown, actual)]
  if (!isObject(actual)) return [said(path, shown, actual)]
  const { [LEFT_OUT]: leftOut, ...members } = shown
  const unshown =
    leftOut === undefined ? Object.keys(actual).filter((name) => !Object.hasOwn(members, name)) : []
  return [
    ...Object.entries(members).flatMap(([name, value]) =>
      differences(value, actual[name], path === '' ? name : `${path}.${name}`),
    ),
    ...unshown.map(
      (name) => `${path === '' ? name : `${path}.${name}`}: not shown, was ${JSON.stringify(actual[name])}`,
    ),
  ]
}

function listDifferences(shown: unknown[], actual: unknown[], path: string): string[] {
  const isCut = shown.at(-1) === LEFT_OUT
  const items = isCut ? shown.slice(0, -1) : shown
  if (isCut ? actual.length < items.length : actual.length !== items.length)
    return [said(path, shown, actual)]
  return items.flatMap((item, index) => differences(item, actual[index], `${path}[${index}]`))
}

/** Whether a text is as shown; a `…` stands for any text, an empty one too. */
export function isLike(shown: string, actual: string): boolean {
  const pattern = shown.split('…').map((part) => RegExp.escape(part))
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(actual)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function said(path: string, shown: unknown, actual: unknown): string {
  return `${path || 'the answer'}: shown ${JSON.stringify(shown)}, was ${JSON.stringify(actual)}`
}
