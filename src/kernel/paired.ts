/**
 * Each of some things with its own of others, in their order: what a function answered for each of a list, beside what was asked.
 *
 * @throws Error where there are not as many: then some answer would be taken for another's
 */
export function paired<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  if (ones.length !== others.length) throw new Error(`${others.length} cannot be paired with ${ones.length}`)
  // As many as there are ones, hence never beyond the end.
  return ones.map((one, index) => [one, others[index] as Other])
}
