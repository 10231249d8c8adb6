const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges a draft with the values that somebody else has stored meanwhile: values not changed here become theirs.
 * Fields that both changed, and to different values, are named.
 *
 * @param base the values stored when somebody began to type
 */
export function rebased<Draft extends object>(
  draft: Draft,
  base: Draft,
  theirs: Draft,
): { draft: Draft; both: (keyof Draft)[] } {
  const names = Object.keys(base) as (keyof Draft)[]
  const untouched = names.filter((name) => same(draft[name], base[name]))
  const both = names.filter(
    (name) =>
      !untouched.includes(name) && !same(theirs[name], base[name]) && !same(theirs[name], draft[name]),
  )
  const taken = Object.fromEntries(untouched.map((name) => [name, theirs[name]]))
  return { draft: { ...draft, ...taken }, both }
}
