/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to make each beginning of `name` of what was
 * typed: by the length of the beginning, from none to all of the name. What takes more than `most` is infinite or left out, and no
 * longer looked at: a long text beside a long one would take too long.
 *
 * @example slipsToBeginnings('yrk', 'york') // [3, 2, 2, 2, 1]
 */
export function slipsToBeginnings(typed: string, name: string, most = Number.POSITIVE_INFINITY): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: Math.min(name.length, most) + 1 }, (_each, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const current = row <= most ? [row] : []
    let least = row <= most ? row : Number.POSITIVE_INFINITY
    const end = Math.min(name.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column++) {
      const isSame = typed[row - 1] === name[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1]
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY
      const slips = Math.min(changed, swapped, at(last, column) + 1, at(current, column - 1) + 1)
      current[column] = slips
      least = Math.min(least, slips)
    }
    if (least > most) return []
    beforeLast = last
    last = current
  }
  return last
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
