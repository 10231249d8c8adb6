import type { InjectOptions } from 'fastify'
import type { Answer, TestApp } from '../app.ts'
import type { Documented } from '../documents.ts'
import type { RequestParts } from '../request-fixture.ts'
import { isObject, RawNumber, textOf } from './json.ts'
import type { Pool } from './pool.ts'
import { changed, type Recipe } from './recipe.ts'
import { PooledId } from './values.ts'

/** A request as it goes out. */
export interface Sent {
  operation: Documented
  url: string
  /** What its body says; undefined where it has none. */
  body: unknown
  form: FormData | undefined
  /** What the form says, but for files that a working request sends. */
  formTexts: string[]
  headers: Record<string, string>
}

export interface Pools {
  own: Pool
  foreign: Pool
}

/** Makes the request that a recipe says of one that works. */
export function cook(
  operation: Documented,
  recipe: Recipe,
  working: { parts: RequestParts; headers: Record<string, string> },
  pools: Pools,
): Sent {
  const resolve = (value: unknown) => resolved(value, pools)
  const { parts } = working
  const params = { ...parts.params, ...(resolve(recipe.params) as Record<string, unknown>) }
  const query = [
    ...Object.entries(parts.query ?? {}),
    ...recipe.query.map(([name, value]): [string, unknown] => [name, resolve(value)]),
  ]
  const isForm = parts.body instanceof FormData
  const base = isForm
    ? Object.fromEntries(parts.body as FormData)
    : recipe.body
      ? recipe.body.value
      : parts.body
  const made = resolve(changed(base, recipe.changes))
  return {
    operation,
    url: urlWith(operation.path, params, query),
    body: isForm ? undefined : made,
    form: isForm ? formOf(made) : undefined,
    formTexts: isForm
      ? fieldsOf(made).flatMap(([, value]) => (value instanceof Blob ? [] : [plain(value)]))
      : [],
    headers: { ...parts.headers, ...working.headers, ...recipe.headers },
  }
}

function resolved(value: unknown, pools: Pools): unknown {
  if (value instanceof PooledId) {
    const { whose, name, type, pick } = value
    return pools[whose].pick(name, type, pick) ?? (type === 'string' ? 'nobody-knows' : pick)
  }
  if (value instanceof RawNumber || value instanceof Blob) return value
  if (Array.isArray(value)) return value.map((each) => resolved(each, pools))
  if (!isObject(value)) return value
  // Not fromEntries with assignment in mind: `__proto__` stays a field of its own.
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, pools)]))
}

/** The path with its parameters filled in; a parameter of the query may be there several times, or be no text. */
export function urlWith(path: string, params: Record<string, unknown>, query: [string, unknown][]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => escaped(plain(params[name] ?? name)))
  const search = query.flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value]
    return values.map((each) => `${escaped(name)}=${escaped(plain(each))}`)
  })
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

function plain(value: unknown): string {
  if (value instanceof RawNumber) return value.text
  return typeof value === 'object' ? textOf(value) : String(value)
}

/** Half a surrogate pair cannot be written in a URL; what stands for such things in UTF-8 can. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function formOf(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of fieldsOf(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (name === 'file') form.append(name, new Blob([plain(value)]), 'strange.csv')
    else form.append(name, plain(value))
  }
  return form
}

function fieldsOf(fields: unknown): [name: string, value: unknown][] {
  return Object.entries(isObject(fields) ? fields : { file: fields }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, unknown] => [name, each]),
  )
}

/** Sends it to the service, without a network. */
export async function deliver({ app }: TestApp, sent: Sent): Promise<Answer> {
  const payload = payloadOf(sent)
  const answer = await app.inject({
    method: sent.operation.method,
    url: sent.url,
    headers: headersOf(sent),
    ...(payload === undefined ? {} : { payload }),
  })
  const isJson = /^application\/(ld\+)?json/.test(String(answer.headers['content-type']))
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.payload === '' ? undefined : isJson ? JSON.parse(answer.payload) : answer.payload,
  }
}

function payloadOf({ form, body }: Sent): InjectOptions['payload'] {
  if (form) return form
  return body === undefined ? undefined : textOf(body)
}

function headersOf({ form, body, headers }: Sent): Record<string, string> {
  if (form) return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'))
  return body === undefined ? headers : { 'content-type': 'application/json', ...headers }
}

/** A request and its answer, for somebody who wants to send it again. */
export function told(sent: Sent, { status, body }: Answer): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headers = Object.entries(headersOf(sent)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const fields = [...(sent.form ?? [])].map(
    ([name, value]) =>
      `-F ${quoted(`${name}=${typeof value === 'string' ? value : `<${value.size} bytes>`}`)}`,
  )
  const data = sent.body === undefined ? [] : [`--data-binary ${quoted(cut(textOf(sent.body)))}`]
  const command = ['curl', '-X', sent.operation.method, quoted(sent.url), ...headers, ...fields, ...data]
  return `${command.join(' ')}\n→ ${status} ${cut(JSON.stringify(body) ?? '')}`
}

function cut(text: string): string {
  return text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length} characters)` : text
}
