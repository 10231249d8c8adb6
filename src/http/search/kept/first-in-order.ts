type Compare = (a: number, b: number) => number

/** The first `count` of the values in order: without sorting them all where few are wanted of many. */
export function firstInOrder(values: Uint32Array, count: number, compare: Compare): Uint32Array {
  if (count >= values.length / 8) return values.toSorted(compare).subarray(0, count)
  if (count <= 0) return new Uint32Array()
  // A heap whose root is the last of the first so far: what comes after it is passed by with one comparison. From the
  // end on, since what was added last is what is asked for first.
  const heap = values.slice(-count)
  for (let place = (count >> 1) - 1; place >= 0; place--) sink(heap, place, compare)
  for (let next = values.length - count - 1; next >= 0; next--) {
    const value = values[next] as number
    if (compare(value, heap[0] as number) >= 0) continue
    heap[0] = value
    sink(heap, 0, compare)
  }
  return heap.sort(compare)
}

function sink(heap: Uint32Array, from: number, compare: Compare): void {
  let place = from
  for (;;) {
    const [left, right] = [2 * place + 1, 2 * place + 2]
    let last = place
    if (left < heap.length && compare(heap[left] as number, heap[last] as number) > 0) last = left
    if (right < heap.length && compare(heap[right] as number, heap[last] as number) > 0) last = right
    if (last === place) return
    const value = heap[place] as number
    heap[place] = heap[last] as number
    heap[last] = value
    place = last
  }
}
