import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Answer, Client, TestApp } from '../app.ts'

/** Where sequences begin while answers are recorded: numbers of movements, bays and the like are told from weights by it. */
const FIRST_NUMBER = 900_000_000
/** Reference data and pages; a hash shows that they changed. */
const MOST_TEXT = 40_000
const SECRETS =
  /^(accessToken|refreshToken|token|secret|key|apiKey|keyId|kid|stack|n|x|y|previousSecret|prefix|address|ip|url|message|challenge|recordValue|flow)$/

/** Gives new rows numbers that `Recording` knows as numbers of rows. */
export async function startNumbersHigh({ database }: TestApp): Promise<void> {
  await sql`select setval(c.oid::regclass, ${FIRST_NUMBER}) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = 'public'`.execute(database.db)
}

/**
 * Answers and events as text that is the same in every run: ids and numbers of rows are told apart by the order in which they come,
 * secrets are left out, and of very long answers only a hash stays.
 */
export class Recording {
  readonly #lines: string[] = []
  #names = new Map<string, string>()
  #lastEvent = 0

  /** Begins a part of its own: what is named in it is named anew. */
  begin(title: string): void {
    this.#names = new Map()
    this.#lines.push('', `# ${title}`)
  }

  /** The same client, whose answers are recorded. */
  of(client: Client): Client {
    const noted = async (request: string, answered: Promise<Answer>) => {
      const answer = await answered
      this.answer(request, answer)
      return answer
    }
    const sending =
      (method: 'post' | 'put' | 'patch' | 'delete'): Client['post'] =>
      (url, body, headers) =>
        noted(`${method.toUpperCase()} ${url}`, client[method](url, body, headers))
    return {
      get: (url, headers) => noted(`GET ${url}`, client.get(url, headers)),
      post: sending('post'),
      put: sending('put'),
      patch: sending('patch'),
      delete: sending('delete'),
    }
  }

  answer(request: string, { status, body }: { status: number; body: unknown }): void {
    const shown = shortened(this.#normal(textOf(body)))
    this.#lines.push(`${this.#normal(request)} → ${status}`, `  ${shown}`)
  }

  /** The events that were appended since this was last asked. */
  async events({ database }: TestApp): Promise<void> {
    const { rows } = await sql<{ id: number; type: string; subject: string; data: unknown }>`
      select id, type, subject, data from events where id > ${this.#lastEvent} order by id`.execute(
      database.db,
    )
    for (const { id, type, subject, data } of rows) {
      this.#lastEvent = id
      this.#lines.push(`  event ${type} ${this.#normal(subject)} ${this.#normal(JSON.stringify(data))}`)
    }
  }

  get text(): string {
    return `${this.#lines.join('\n').trim()}\n`
  }

  #normal(text: string): string {
    return (
      text
        .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) =>
          this.#name('id', id),
        )
        .replaceAll(/(?<![\d.])9\d{8}(?![\d.])/g, (number) => this.#name('number', number))
        .replaceAll(/\b(owner|person)-(\d+)-\d+@/g, '$1-$2@')
        // Counted in every test process.
        .replaceAll(/\b(quagga|Person |listing-|Test Farm |Field |Store |Part )\d+(x?)\b/g, '$1$2')
        .replaceAll(/127\.0\.0\.1:\d+/g, 'loopback')
        // Of entries with ids of their own.
        .replaceAll(/(?<="ledgerHash":")[0-9a-f]{64}(?=")/g, 'a hash')
        .replaceAll(/\bfiles\/[0-9a-f]{2}\b/g, 'files/..')
        // An installation is told by its machine.
        .replaceAll(/(?<="nodeVersion":"|"where":")[^"]+(?=")/g, '…')
        .replaceAll(/"schema":\d+,"database":\{[^}]*\},"disk":\{[^}]*\}/g, '"schema":…,"database":…,"disk":…')
        .replaceAll(/(?<=\/o\/)\w{22}\b/g, 'code')
        .replaceAll(/(?<=\/s\/|\/links\/|"ids":\["|"code":")(?!id |number )[0-9A-Za-z]{11}(?=["\s])/g, 'code')
        .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token')
    )
  }

  #name(kind: string, text: string): string {
    const name = this.#names.get(text) ?? `${kind} ${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

function textOf(body: unknown): string {
  // What stands on papers is for their own tests; no two are the same, byte by byte.
  if (Buffer.isBuffer(body) && body.subarray(0, 4).toString() === '%PDF') return 'a paper'
  if (typeof body === 'string' && body.includes('\uFFFD')) return 'an archive'
  if (typeof body === 'string') return body.replaceAll(/\r?\n/g, '\\n')
  const text = JSON.stringify(body, (key: string, value: unknown) => {
    if (isArchive(value)) return { ...value, sizeBytes: 'left out', sha256: 'left out' }
    if (isJob(value)) return { ...value, id: 'left out', key: 'left out' }
    return isSecret(key, value) ? 'left out' : value
  })
  // Erased people are told apart by what is drawn for each.
  return text?.replaceAll(/Erased person [0-9a-f]{8}/g, 'Erased person') ?? 'nothing'
}

/** An archive holds moments and ids of its own: its size and its hash are never the same. */
function isArchive(value: unknown): value is { sizeBytes: number; missingFiles: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'missingFiles' in value &&
    'sizeBytes' in value &&
    value.sizeBytes !== 'left out'
  )
}

/** Jobs of one kind and one moment stand in no order of their own. */
function isJob(value: unknown): value is { id: string; key: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'attempts' in value &&
    'lastProblem' in value &&
    'key' in value &&
    value.key !== 'left out'
  )
}

function shortened(text: string): string {
  if (text.length <= MOST_TEXT) return text
  return `${text.length} characters ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}

/** Secrets that are no text: what is new in each run. */
const SECRET_PARTS = /^(recoveryCodes|passkey)$/

/** Sentences and addresses are plain words; a secret is one long word. */
function isSecret(key: string, value: unknown): boolean {
  if (SECRET_PARTS.test(key)) return typeof value === 'object' && value !== null
  return SECRETS.test(key) && typeof value === 'string' && (key === 'stack' || /^\S{6,}$/.test(value))
}
