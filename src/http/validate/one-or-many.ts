import Type, { type TSchema } from 'typebox'

/** What an operation that may make several answers: the one that it made as itself, several as an array. */
export function OneOrMany<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Array(schema)])
}

/** An answer in the shape of `OneOrMany`. */
export function oneOrMany<Doc>(docs: Doc[]): Doc | Doc[] {
  const [only] = docs
  return docs.length === 1 && only ? only : docs
}

/** What stands first in such an answer. */
export function firstOf<Doc extends object>(answer: Doc | Doc[]): Doc | undefined {
  return Array.isArray(answer) ? answer[0] : answer
}
