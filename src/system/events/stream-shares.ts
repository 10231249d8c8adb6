import { Refusal } from '../../kernel/errors.ts'

/**
 * The event streams that are open, by organisation. When all places are taken, an organisation that has fewer than another gets one of
 * the other's: its newest stream ends, and whoever listened comes back to where it was. So nobody is shut out by those who came first,
 * and what there is ends up in equal shares (decision 0036).
 */
export class StreamShares {
  readonly #most: number
  readonly #open = new Map<string, Set<AbortController>>()

  constructor(most: number) {
    this.#most = most
  }

  /** Opens a stream. @throws Refusal `unavailable` where all places are taken, and nobody has more than this organisation */
  begin(organisationId: string): AbortController {
    const own = this.#open.get(organisationId) ?? new Set()
    if (this.#all() >= this.#most) this.#makeRoomFor(own)
    const stream = new AbortController()
    this.#open.set(organisationId, own.add(stream))
    return stream
  }

  end(organisationId: string, stream: AbortController): void {
    const own = this.#open.get(organisationId)
    own?.delete(stream)
    if (own?.size === 0) this.#open.delete(organisationId)
  }

  endAll(): void {
    for (const streams of this.#open.values()) for (const stream of streams) stream.abort()
  }

  #all(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0)
  }

  #makeRoomFor(own: Set<AbortController>): void {
    const [largest] = [...this.#open].sort(([, one], [, other]) => other.size - one.size)
    const [organisationId, streams] = largest ?? ['', new Set<AbortController>()]
    const newest = [...streams].at(-1)
    // One that has as many afterwards would take it back, and so on for ever.
    if (!newest || streams.size <= own.size + 1)
      throw new Refusal('unavailable', 'There are too many listeners already. Try again in a moment.')
    newest.abort()
    this.end(organisationId, newest)
  }
}
