import type { OpenApi } from './client-text.ts'

// The types of every operation as Python, from the same documents as the TypeScript ones: TypedDicts, which are plain dicts at run time.

type Paths = OpenApi['paths']
type Documented = Paths[string][string]
type Schema = NonNullable<NonNullable<OpenApi['components']>['schemas']>[string]

const HEAD = `# Generated from the OpenAPI documents by web/make-client.ts: npm run client. Do not edit.
"""The types of every operation and of every shape, for type checkers and editors; programs need not import them."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union, overload

`

/** Writes the module \`granary.operations\`. */
export function pythonText(documents: OpenApi[]): string {
  const shapes = new Map(documents.flatMap(({ components }) => Object.entries(components?.schemas ?? {})))
  const written = new Types()
  for (const [name, schema] of shapes) written.component(nameOf(name), schema)
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, each]) =>
        operationOf(`${method.toUpperCase()} ${url}`, each, written),
      ),
    ),
  )
  const listed = operations.filter(({ doc }) => doc !== undefined)
  return `${HEAD}${written.text()}

class Operations:
    """Operations by their method and path, each with its types."""

${operations.map(askText).join('')}    def ask(self, operation: str, **given: Any) -> Any:
        raise NotImplementedError

${listed.map(eachText).join('')}    def each(self, operation: str, **given: Any) -> Iterator[Any]:
        raise NotImplementedError
`
}

interface PythonOperation {
  key: string
  /** The parameters behind the operation, as Python writes them. */
  parameters: string
  result: string
  /** The type of one entry, where the operation answers a list in pages. */
  doc: string | undefined
}

const askText = ({ key, parameters, result }: PythonOperation) => `    @overload
    def ask(self, operation: Literal[${text(key)}], ${parameters}) -> ${result}: ...

`
const eachText = ({ key, parameters, doc = 'Any' }: PythonOperation) => `    @overload
    def each(self, operation: Literal[${text(key)}], ${parameters}) -> Iterator[${doc}]: ...

`

const text = (value: unknown) =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
/** Shapes may be called as something that Python has. */
const nameOf = (shape: string) => (shape === 'Error' ? 'ErrorBody' : shape)
const wordsOf = (key: string) =>
  (
    key
      .replace('/api/', '/')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .map(capitalised)
    .join('')

function operationOf(
  key: string,
  { parameters = [], requestBody, responses = {} }: Documented,
  types: Types,
): PythonOperation {
  const name = wordsOf(key)
  const listOf = (kind: string) => {
    const given = parameters.filter((each) => each.in === kind)
    const schema: Schema = {
      type: 'object',
      properties: Object.fromEntries(given.map((each) => [each.name, each.schema])),
      required: given.filter(({ required }) => required).map((each) => each.name),
    }
    if (given.length === 0) return []
    const type = types.shape(`${name}${capitalised(kind)}`, schema)
    const isNeeded = (schema.required ?? []).length > 0
    return [isNeeded ? `${kind}: ${type}` : `${kind}: Optional[${type}] = None`]
  }
  const schema = requestBody?.content['application/json']?.schema
  const body =
    schema !== undefined
      ? [`body: ${types.typeOf(schema, `${name}Body`)}`]
      : requestBody !== undefined
        ? ['form: Dict[str, Any]']
        : []
  const good = Object.entries(responses).find(([code]) => code.startsWith('2'))?.[1]
  const answered = good?.content?.['application/json']?.schema
  const result = answered === undefined ? 'Any' : types.typeOf(answered, `${name}Result`)
  const isListed = parameters.some((each) => each.in === 'query' && each.name === 'limit')
  return {
    key,
    parameters: [
      '*',
      ...listOf('path'),
      ...listOf('query'),
      ...body,
      'if_match: Optional[str] = None',
      'idempotency_key: Optional[str] = None',
      'timeout: Optional[float] = None',
    ].join(', '),
    result,
    doc: isListed && answered !== undefined ? types.entryOf(answered, `${name}Result`) : undefined,
  }
}

/** Types that have been written so far; shapes within shapes get names of their own. */
class Types {
  readonly #lines = new Map<string, string>()
  readonly #shapes = new Map<string, Schema>()

  text(): string {
    return [...this.#lines.values()].join('\n')
  }

  /** The type of a schema; what has members is written under this name. */
  typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, oneOf, type, items } = schema
    if ($ref) return `"${nameOf($ref.split('/').at(-1) ?? '')}"`
    if (schema.const !== undefined) return `Literal[${text(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(text).join(', ')}]`
    const choices =
      anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((each) => ({ ...schema, type: each })) : undefined)
    if (choices) {
      const types = choices.map((each, index) =>
        this.typeOf(each, `${name}${choices.length > 1 && index > 0 ? index + 1 : ''}`),
      )
      const different = [...new Set(types)]
      return different.length === 1 ? (different[0] ?? 'Any') : `Union[${different.join(', ')}]`
    }
    const plain = { integer: 'int', number: 'float', boolean: 'bool', string: 'str', null: 'None' }[
      String(type)
    ]
    if (plain) return plain
    if (type === 'array') return `List[${items ? this.typeOf(items, `${name}Item`) : 'Any'}]`
    return type === 'object' ? this.shape(name, schema) : 'Any'
  }

  /** The type of one entry of a list: of its `docs`, or of the list itself. */
  entryOf(schema: Schema, name: string): string {
    const whole = schema.$ref
      ? (this.#shapes.get(nameOf(schema.$ref.split('/').at(-1) ?? '')) ?? schema)
      : schema
    const named = schema.$ref ? nameOf(schema.$ref.split('/').at(-1) ?? '') : name
    const docs = whole.properties?.['docs']
    if (docs?.items) return this.typeOf(docs.items, `${named}DocsItem`)
    return whole.items ? this.typeOf(whole.items, `${named}Item`) : 'Any'
  }

  /** Writes a shape that others name. */
  component(name: string, schema: Schema): void {
    const type = this.typeOf(schema, name)
    if (type !== `"${name}"`) this.#lines.set(name, `${name} = ${type}\n`)
  }

  /** Writes an object under a name, and answers what to write for it. */
  shape(name: string, schema: Schema): string {
    const { properties = {}, required = [], additionalProperties } = schema
    const members = Object.entries(properties).map(([key, each]) => ({
      key,
      line: `${text(key)}: ${quoted(this.typeOf(each, `${name}${capitalised(key.replaceAll(/\W+/g, ''))}`))}`,
    }))
    if (members.length === 0)
      return `Dict[str, ${typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, `${name}Value`) : 'Any'}]`
    this.#shapes.set(name, schema)
    const dict = (called: string, isTotal: boolean, lines: string[]) =>
      `${called} = TypedDict("${called}", {${lines.join(', ')}}${isTotal ? '' : ', total=False'})\n`
    const needed = members.filter(({ key }) => required.includes(key)).map(({ line }) => line)
    const others = members.filter(({ key }) => !required.includes(key)).map(({ line }) => line)
    const parts =
      needed.length > 0 && others.length > 0
        ? `${dict(`_${name}Needed`, true, needed)}${dict(`_${name}Others`, false, others)}\n\nclass ${name}(_${name}Needed, _${name}Others):\n    pass\n\n`
        : dict(
            name,
            others.length === 0,
            members.map(({ line }) => line),
          )
    this.#lines.set(name, parts)
    return `"${name}"`
  }
}

/** Within a TypedDict that is written as a call, types stand in quotation marks: they may come later in the file. */
const quoted = (type: string) => (/^"\w+"$/.test(type) ? type : `'${type.replaceAll("'", "\\'")}'`)
