/** The ids of rows, each a UUID, by their places and the other way round: sixteen bytes each and a place in an index, a fifth of what a map takes. */
export class Ids {
  #bytes: Uint8Array
  #size: number
  /** Places by the last four bytes of their ids, which are random; what meets goes on to the next free one. Made when the first is looked for. */
  #made: Int32Array | undefined

  /** @param bytes those of the ids one after the other, which are this one's from now on */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#bytes = bytes
    this.#size = bytes.length / ID_BYTES
  }

  get #index(): Int32Array {
    return (this.#made ??= this.#indexed(FIRST_INDEX))
  }

  get size(): number {
    return this.#size
  }

  /** Those of all ids, one after the other. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size * ID_BYTES)
  }

  at(place: number): string {
    const hex = Buffer.from(this.#bytesAt(place)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  placeOf(id: string): number | undefined {
    const bytes = bytesOf(id)
    for (let slot = this.#slotOf(bytes); ; slot = this.#next(slot)) {
      const place = this.#index[slot] as number
      if (place === FREE) return undefined
      if (Buffer.compare(this.#bytesAt(place), bytes) === 0) return place
    }
  }

  /** Adds an id that there is not, and answers its place: the last. */
  push(id: string): number {
    const index = this.#index
    const place = this.#size++
    if (this.#size * ID_BYTES > this.#bytes.length) {
      const larger = new Uint8Array(Math.ceil(this.#size * 1.5) * ID_BYTES)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytesOf(id), place * ID_BYTES)
    if (this.#size * 2 > index.length) this.#made = this.#indexed(index.length * 2)
    else this.#note(index, place)
    return place
  }

  /** Removes the id at a place, into which the last one moves. */
  remove(place: number): void {
    const last = this.#size - 1
    this.#forget(place)
    if (last !== place) {
      this.#forget(last)
      this.#bytes.copyWithin(place * ID_BYTES, last * ID_BYTES, this.#size * ID_BYTES)
      this.#note(this.#index, place)
    }
    this.#size = last
  }

  /** As their texts are sorted. */
  compare(a: number, b: number): number {
    const bytes = this.#bytes
    for (let next = 0; next < ID_BYTES; next++) {
      const difference = (bytes[a * ID_BYTES + next] as number) - (bytes[b * ID_BYTES + next] as number)
      if (difference !== 0) return difference
    }
    return 0
  }

  #bytesAt(place: number): Uint8Array {
    return this.#bytes.subarray(place * ID_BYTES, (place + 1) * ID_BYTES)
  }

  #slotOf(bytes: Uint8Array, index = this.#index): number {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(-4)
    return ((a << 24) | (b << 16) | (c << 8) | d) & (index.length - 1)
  }

  #next(slot: number, index = this.#index): number {
    return (slot + 1) & (index.length - 1)
  }

  /** An index of all places, with so many slots or as many more as leave half of them free. */
  #indexed(slots: number): Int32Array {
    if (this.#size * 2 > slots) return this.#indexed(slots * 2)
    const index = new Int32Array(slots).fill(FREE)
    for (let place = 0; place < this.#size; place++) this.#note(index, place)
    return index
  }

  #note(index: Int32Array, place: number): void {
    let slot = this.#slotOf(this.#bytesAt(place), index)
    while (index[slot] !== FREE) slot = this.#next(slot, index)
    index[slot] = place
  }

  /** Frees the slot of a place; those behind it that would not be found past a free one move up. */
  #forget(place: number): void {
    const index = this.#index
    let free = this.#slotOf(this.#bytesAt(place))
    while (index[free] !== place) free = this.#next(free)
    for (let slot = this.#next(free); index[slot] !== FREE; slot = this.#next(slot)) {
      const wanted = this.#slotOf(this.#bytesAt(index[slot] as number))
      const isReachable = ((slot - wanted) & (index.length - 1)) < ((slot - free) & (index.length - 1))
      if (isReachable) continue
      index[free] = index[slot] as number
      free = slot
    }
    index[free] = FREE
  }
}

const ID_BYTES = 16
const FREE = -1
const FIRST_INDEX = 256

function bytesOf(id: string): Uint8Array {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}
