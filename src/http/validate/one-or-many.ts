import Type, { type TSchema } from 'typebox'

/** Schema of the answer of an operation that may make several: a single one as itself, several as an array. */
export function OneOrMany<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Array(schema)])
}

/** An answer in the shape of `OneOrMany`. */
export function oneOrMany<Doc>(docs: Doc[]): Doc | Doc[] {
  const [only] = docs
  return docs.length === 1 && only ? only : docs
}

/** Gets the first document of an answer that may be one or several. */
export function firstOf<Doc extends object>(answer: Doc | Doc[]): Doc | undefined {
  return Array.isArray(answer) ? answer[0] : answer
}
