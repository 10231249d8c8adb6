import { listenToEvents, type EventOptions } from './events.ts'
import type { Arguments, DocOf, DryRunnable, Given, Listed, OperationName, Result } from './given.ts'
import type { DryRunAnswer, Event } from './operations.ts'
import type { GranaryOptions } from './options.ts'
import { sendUntilAnswered, type OutgoingRequest } from './send.ts'

/** The most entries that a page of a list has. */
const PAGE = 200

/**
 * A client of a Granary service, for Node 20 and browsers.
 *
 * @example
 * const granary = new Granary({ url: 'http://127.0.0.1:3000', apiKey: process.env.GRANARY_KEY })
 * const { docs } = await granary.ask('GET /api/inventory/storage')
 */
export class Granary {
  readonly #options: GranaryOptions

  constructor(options: GranaryOptions) {
    if (options.apiKey !== undefined && options.accessToken !== undefined)
      throw new TypeError('Give an apiKey or an accessToken, not both.')
    // A wrong address is said here, and not taken for a connection that broke.
    void new URL(options.url)
    this.#options = options
  }

  /**
   * Asks for an operation by its method and path, and answers its JSON. A write is sent under one Idempotency-Key, however often it takes.
   *
   * @throws GranaryError when it is refused; ConnectionError when nobody answered
   */
  async ask<K extends OperationName>(operation: K, ...[given]: Arguments<K>): Promise<Result<K>> {
    return (await this.answer(operation, ...([given] as Arguments<K>))).result
  }

  /** As `ask`, with the ETag to send back as `ifMatch`, and whether this is the answer to an earlier request with the same key. */
  async answer<K extends OperationName>(
    operation: K,
    ...[given]: Arguments<K>
  ): Promise<{
    result: Result<K>
    etag: string | undefined
    isReplayed: boolean
    requestId: string | undefined
  }> {
    return sendUntilAnswered(this.#options, requestOf(operation, given), async (answer) => {
      const text = await answer.text()
      const isJson = (answer.headers.get('content-type') ?? '').includes('json')
      return {
        result: (isJson && text !== '' ? JSON.parse(text) : text) as Result<K>,
        etag: answer.headers.get('etag') ?? undefined,
        isReplayed: answer.headers.get('idempotency-replayed') === 'true',
        requestId: answer.headers.get('x-request-id') ?? undefined,
      }
    })
  }

  /** Tries a write out and stores nothing: balances and conflicts before and after. */
  async dryRun<K extends DryRunnable>(operation: K, ...[given]: Arguments<K>): Promise<DryRunAnswer> {
    const { query, ...rest } = (given ?? {}) as { query?: object }
    const tried = { ...rest, query: { ...query, dryRun: true } } as unknown as Given<K>
    return (await this.ask(operation, ...([tried] as Arguments<K>))) as unknown as DryRunAnswer
  }

  /** The bytes of a file, a table or a paper, and the name that the service gives it. */
  async download<K extends OperationName>(
    operation: K,
    ...[given]: Arguments<K>
  ): Promise<{ bytes: Blob; name: string | undefined }> {
    return sendUntilAnswered(this.#options, requestOf(operation, given), async (answer) => {
      const disposition = answer.headers.get('content-disposition') ?? ''
      return { bytes: await answer.blob(), name: fileNameOf(disposition) }
    })
  }

  /**
   * Goes through a list to its end, page after page, each asked for when it is wanted. What others enter or delete meanwhile may shift
   * the pages: `sortBy: 'createdAtUTC'`, where there is one, keeps new entries behind the place.
   */
  async *each<K extends Listed>(
    operation: K,
    ...[given]: Arguments<K>
  ): AsyncGenerator<DocOf<K>, void, undefined> {
    const query: { limit?: number; offset?: number } = { ...given?.query }
    const limit = query.limit ?? PAGE
    let place: { offset?: number; next?: string } = query.offset === undefined ? {} : { offset: query.offset }
    for (;;) {
      const page: Page = await this.#page(operation, { ...given, query: { ...query, ...place, limit } })
      yield* page.docs as DocOf<K>[]
      const next = nextPlace(page, place.offset ?? 0, limit)
      if (next === undefined) return
      place = next
    }
  }

  async #page(operation: Listed, given: object): Promise<Page> {
    const page: unknown = await sendUntilAnswered(this.#options, requestOf(operation, given), (answer) =>
      answer.json(),
    )
    return Array.isArray(page) ? { docs: page } : (page as Page)
  }

  /**
   * Listens to what happens in the organisation, each event once and in order, over every break of the connection. Keep the `id` of the
   * last event you worked off: with it as `after`, nothing of the last 90 days is missed.
   *
   * @throws GranaryError when listening is refused
   */
  events(options: EventOptions = {}): AsyncGenerator<Event, void, undefined> {
    return listenToEvents(this.#options, options)
  }
}

/** A page: most lists count their entries, some are plain arrays, and the audit log names its next place. */
interface Page {
  docs: unknown[]
  totalDocs?: number
  next?: string
}

function nextPlace({ docs, totalDocs, next }: Page, offset: number, limit: number) {
  // The last page of the audit log has an empty one.
  if (docs.length === 0 || next === '') return undefined
  if (next !== undefined) return { next }
  const read = offset + docs.length
  const isMore = totalDocs === undefined ? docs.length >= limit : read < totalDocs
  return isMore ? { offset: read } : undefined
}

/** A request with its path and query filled in; a write gets a key. */
function requestOf(operation: OperationName, given: object | undefined): OutgoingRequest {
  const {
    path: named = {},
    query = {},
    ...rest
  } = (given ?? {}) as {
    path?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    ifMatch?: string
    idempotencyKey?: string
    signal?: AbortSignal
    timeoutMs?: number
  }
  const [method = 'GET', template = ''] = operation.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (named[name] === undefined) throw new TypeError(`${operation} needs path.${name}.`)
    return encodeURIComponent(String(named[name]))
  })
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, textOf(value))
  const { body, ifMatch, idempotencyKey = method === 'GET' ? undefined : newKey(), signal, timeoutMs } = rest
  return {
    method,
    path: parameters.size > 0 ? `${path}?${parameters}` : path,
    body,
    ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
    idempotencyKey,
    signal,
    timeoutMs,
  }
}

/** The name in a Content-Disposition: the one in Unicode where there are two. */
function fileNameOf(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition)?.[1] : decodeURIComponent(encoded)
}

/** Several values of a filter stand between commas; a comma or a backslash within one has a backslash before it. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.map((each) => String(each).replaceAll(/[\\,]/g, '\\$&')).join(',')
}

/** 128 random bits. Not `randomUUID`, which browsers have on HTTPS alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('')
}
