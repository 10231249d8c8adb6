import Type, { type Static } from 'typebox'
import { closed, described, maybe } from '../../http/validate/schema.ts'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 1000 })

export const ClearBody = closed({
  keys: maybe(described(Names, 'Single answers, such as `settings:GB`.')),
  prefixes: maybe({ ...Names, maxItems: 100, description: 'Every key that begins so, such as `settings:`.' }),
  flush: maybe(Type.Boolean({ default: false, description: 'true forgets all that is cached.' })),
  secrets: maybe(
    Type.Boolean({
      default: false,
      description:
        'true reads key sets anew: those of trusted issuers, and our own. Credentials of providers are settings, and need a restart.',
    }),
  ),
})
export type ClearBody = Static<typeof ClearBody>
