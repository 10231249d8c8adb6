/** A page of a search, as the service answers it. */
interface Page<Doc> {
  docs: Doc[]
  totalDocs: number
}

/**
 * Reads a search to its end, page after page: the first page with the documents of all.
 *
 * @param askFrom asks for the page that begins after so many
 */
export async function readAll<Doc, Found extends Page<Doc>>(
  askFrom: (offset: number) => Promise<Found & Page<Doc>>,
): Promise<Found & Page<Doc>> {
  const first = await askFrom(0)
  const docs = [...first.docs]
  while (docs.length < first.totalDocs) {
    const { docs: more } = await askFrom(docs.length)
    // What was deleted meanwhile does not come any more.
    if (more.length === 0) break
    docs.push(...more)
  }
  return { ...first, docs }
}
