const made = new WeakMap<object, Map<string, object>>()

/** Messages with their unit put in: the same object every time, as components compare what they are given. */
export function inUnit<Own extends object>(own: Own, unit: string): Own {
  const before = made.get(own)?.get(unit)
  // Made below of the same messages.
  if (before) return before as Own
  const names = Object.entries(own).filter(([, text]) => String(text).includes('{unit}'))
  const changed = Object.fromEntries(
    // A line ends before a figure, and not between it and its unit.
    names.map(([name, text]) => [
      name,
      String(text).replaceAll('} {unit}', `}\u00A0${unit}`).replaceAll('{unit}', unit),
    ]),
  )
  const told = names.length === 0 ? own : { ...own, ...changed }
  made.set(own, (made.get(own) ?? new Map<string, object>()).set(unit, told))
  return told
}
