// Shapes that many operations answer stand in the OpenAPI documents once, under the names that `named` gives them. Operations
// themselves go on with whole schemas, which validators need no registry for.

type Json = Record<string, unknown>

interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, Answer> }>>
  components: { schemas: Record<string, Json> }
}

interface Answer {
  description?: string
  content?: Record<string, { schema?: Json }>
}

/** The document with each named shape of its answers as a component. */
export function withNamedShapes<Made extends object>(made: Made): Made {
  // What the plugin makes has this form; its own type allows references wherever we have none.
  const document = structuredClone(made) as unknown as Document
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const shapes = new Shapes()
  for (const { responses = {} } of operations)
    for (const answer of Object.values(responses))
      for (const media of Object.values(answer.content ?? {}))
        if (media.schema) media.schema = shapes.refer(withoutEcho(media.schema, answer))
  document.components.schemas = { ...document.components.schemas, ...shapes.all() }
  return document as unknown as Made
}

/** The plugin repeats an answer's description in its schema, where it would be taken for what the shape means. */
function withoutEcho(schema: Json, answer: Answer): Json {
  const { description, ...rest } = schema
  return description === answer.description ? rest : schema
}

class Shapes {
  #byName = new Map<string, { shape: Json; meanings: Set<unknown>; uses: Json[] }>()

  /** A schema with a reference in the place of each named shape in it. */
  refer(schema: Json): Json {
    const { title, description, ...shape } = withEach(schema, (each) => this.refer(each))
    if (typeof title !== 'string') return description === undefined ? shape : { ...shape, description }
    const use = { $ref: `#/components/schemas/${title}`, ...(description !== undefined && { description }) }
    const known = this.#byName.get(title)
    if (!known) {
      this.#byName.set(title, { shape, meanings: new Set([description]), uses: [use] })
      return use
    }
    if (JSON.stringify(known.shape) !== JSON.stringify(shape))
      throw new Error(`two shapes are called ${title}`)
    known.meanings.add(description)
    known.uses.push(use)
    return use
  }

  /** The named shapes. What one means wherever it is used stands there, and not with each use. */
  all(): Record<string, Json> {
    const named = [...this.#byName].map(([name, { shape, meanings, uses }]) => {
      const [meaning] = meanings
      if (meanings.size > 1 || meaning === undefined) return [name, shape]
      for (const use of uses) delete use['description']
      return [name, { ...shape, description: meaning }]
    })
    return Object.fromEntries(named)
  }
}

/** A schema with another one in the place of each that it is made of. */
function withEach(schema: Json, change: (schema: Json) => Json): Json {
  const changed = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties')
      return [
        keyword,
        Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, change(each as Json)])),
      ]
    if (keyword === 'anyOf') return [keyword, (value as Json[]).map(change)]
    const isSchema = keyword === 'items' || (keyword === 'additionalProperties' && typeof value === 'object')
    return [keyword, isSchema ? change(value as Json) : value]
  })
  return Object.fromEntries(changed)
}
