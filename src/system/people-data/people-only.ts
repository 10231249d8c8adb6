import type { Actor } from '../../http/actor.ts'
import { credentialOf } from '../access/credentials.ts'
import { forbidden } from '../access/rules.ts'
import { message } from '../../words/catalogue.ts'

/** Refuses API keys: what concerns a person's own data is for the person. @throws Refusal `forbidden` */
export function ensurePerson(actor: Actor): void {
  if (credentialOf(actor).kind === 'api-key') throw forbidden(message('isForPersonAlone', {}))
}
