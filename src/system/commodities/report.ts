import { commodityCountries, commodityTree, findGrade, sourceLists } from './catalogue.ts'

// npm run data:report: for each country, which lists its reference data is from, how old they are, and what is empty. Writes to the
// standard output and changes nothing.

const say = (line: string) => process.stdout.write(`${line}\n`)

for (const countryISO of commodityCountries()) {
  const items = commodityTree(countryISO).flatMap((each) => each.items)
  const grades = items.flatMap(({ name: commodity, types }) =>
    types.flatMap(({ name: type, grades: all }) =>
      all.map(({ id, name }) => ({ where: `${commodity}, ${type}, ${name}`, entry: findGrade(id) })),
    ),
  )
  say(`\n${countryISO}: ${items.length} commodities, ${grades.length} grades`)
  for (const { id, source, edition, date, status, checked } of sourceLists()) {
    const own = grades.filter(({ entry }) => entry?.list === id)
    if (own.length === 0) continue
    const names = new Set(own.flatMap(({ entry }) => entry?.varieties ?? []))
    const age = date === '' ? 'date not noted' : date
    say(
      `  ${id}: ${source} ${edition} (${age}; ${status}; ${checked}): ${names.size} varieties in ${own.length} grades`,
    )
  }
  const empty = grades.filter(({ entry }) => entry?.varieties.length === 0)
  say(
    `  empty: ${empty.length} grades, such as ${empty
      .slice(0, 3)
      .map(({ where }) => where)
      .join('; ')}`,
  )
}
