import Type, { type Static } from 'typebox'
import { maybe, named, oneOf } from '../../http/validate/schema.ts'

/** Access that goes on without a password, as answers list it for those who set one. */
const GivenOut = named('GivenOut', {
  kind: oneOf(['api_key', 'webhook', 'invitation'], 'What it is.'),
  id: Type.String(),
  name: Type.String({ description: 'The name of an API key, the host of a webhook, who is invited.' }),
  organisation: Type.String({ description: 'The name of the organisation in which it was made.' }),
  isEnded: Type.Boolean({ description: 'Whether it was ended now.' }),
})
export type GivenOut = Static<typeof GivenOut>
export const givenOut = {
  givenOut: Type.Array(GivenOut, {
    description:
      'What goes on without the password: the API keys, webhooks and open invitations that you, or keys of yours, made in your organisations.',
  }),
}
export const endGivenOut = maybe(
  Type.Boolean({
    description:
      'true also ends what `givenOut` of the answer names: for when somebody else may have had the account. A weighbridge PC or another program needs a new key then.',
  }),
)
