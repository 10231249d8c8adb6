import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

// Renders the chart of deploy/helm. npm has no Helm, so templates keep to what is understood here, and anything else is refused:
// values, `quote`, `default`, `toYaml | nindent`, and `if` of a value or of `has`.

const CHART = path.resolve(import.meta.dirname, '../../deploy/helm')

type Scope = Record<string, unknown>

/** The objects that the chart makes with these values over its own, as Kubernetes gets them. */
export function renderChart(given: Scope = {}): Record<string, unknown>[] {
  const read = (file: string) => parse(readFileSync(path.join(CHART, file), 'utf8')) as Scope
  const chart = read('Chart.yaml')
  const scope = {
    Values: { ...read('values.yaml'), ...given },
    Release: { Name: 'barn' },
    Chart: { AppVersion: chart['appVersion'] },
  }
  return readdirSync(path.join(CHART, 'templates'))
    .flatMap((file) =>
      parseAllDocuments(renderTemplate(readFileSync(path.join(CHART, 'templates', file), 'utf8'), scope)).map(
        (document) => {
          if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('\n')}`)
          return document.toJS() as Record<string, unknown>
        },
      ),
    )
    .filter((each) => each !== null)
}

/** A template as a text. @throws Error for what this does not understand */
export function renderTemplate(template: string, scope: Scope): string {
  const kept = template.replaceAll(
    /\{\{- if (.*?) \}\}\n([^]*?)\{\{- end \}\}\n/g,
    (_all, condition: string, inner: string) => (isTrue(condition, scope) ? inner : ''),
  )
  return kept.replaceAll(
    /(\s*)\{\{(-?) (.*?) \}\}/g,
    (_all, space: string, trims: string, expression: string) => {
      return `${trims === '-' ? '' : space}${valueOf(expression, scope)}`
    },
  )
}

function isTrue(condition: string, scope: Scope): boolean {
  const [, word, list] = /^has "([\w-]+)" (\S+)$/.exec(condition) ?? []
  if (list !== undefined) return (lookUp(list, scope) as unknown[]).includes(word)
  return Boolean(lookUp(condition, scope))
}

function valueOf(expression: string, scope: Scope): string {
  const [first = '', ...pipes] = expression.split(' | ')
  const tree = /^toYaml (\S+)$/.exec(first)?.[1]
  let value: unknown = tree === undefined ? lookUp(first, scope) : stringify(lookUp(tree, scope)).trimEnd()
  for (const pipe of pipes) {
    const [name, argument = ''] = pipe.split(' ')
    if (name === 'quote') value = JSON.stringify(String(value))
    else if (name === 'default') value = value === '' ? lookUp(argument, scope) : value
    else if (name === 'nindent') value = `\n${String(value).replaceAll(/^/gm, ' '.repeat(Number(argument)))}`
    else throw new Error(`the renderer does not understand “${pipe}”`)
  }
  return String(value)
}

/** @throws Error where nothing is called so, which Helm would render as nothing */
function lookUp(name: string, scope: Scope): unknown {
  if (!/^(\.\w+)+$/.test(name)) throw new Error(`the renderer does not understand “${name}”`)
  let value: unknown = scope
  for (const part of name.slice(1).split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      throw new Error(`there is no ${name}`)
    value = (value as Scope)[part]
  }
  return value
}
