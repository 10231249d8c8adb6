import { hash } from 'node:crypto'
import { canonicalJson, type ChainedEntry } from './chain-hash.ts'

// An entry in which a person was erased no longer has the text that was hashed. It keeps its hash, on which the next one rests, and an
// entry of the erasure, later in the same chain, holds a digest of what it says now.

/** The deed of entries that vouch for others. */
export const ERASURE_DEED = 'operator.userErase'
/** Entries that one entry vouches for at most. */
export const VOUCHED_AT_ONCE = 200

/** A digest of an entry as it stands, in hexadecimal. */
export function digestOfEntry(entry: ChainedEntry): string {
  return hash('sha256', canonicalJson(entry), 'hex').slice(0, 32)
}

/** The entries met on a walk through a chain in which people were erased, and those that vouch for them. */
export class ErasedEntries {
  readonly #standing = new Map<number, string>()
  readonly #vouched = new Map<number, string>()

  /** Notes an entry in which somebody was erased. */
  note(entry: ChainedEntry): void {
    this.#standing.set(entry.sequence, digestOfEntry(entry))
  }

  /** Hears what a sound entry vouches for. The last one is right: two people may be erased in one entry. */
  hear({ deed, sequence, after }: ChainedEntry): void {
    if (deed !== ERASURE_DEED || typeof after !== 'object' || after === null || !('erased' in after)) return
    for (const [place, digest] of Object.entries(after.erased ?? {}))
      if (Number(place) < sequence) this.#vouched.set(Number(place), String(digest))
  }

  /** The first entry that nothing vouches for as it stands. */
  unvouched(): number | undefined {
    return [...this.#standing].find(([sequence, digest]) => this.#vouched.get(sequence) !== digest)?.[0]
  }
}
