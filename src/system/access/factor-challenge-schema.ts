import Type, { type Static } from 'typebox'
import { factors } from '../../http/actor.ts'
import { closed, named, oneOf, orNull } from '../../http/validate/schema.ts'

/** The wire shape of what somebody is asked for who has a second factor. */

const PasskeyRequest = closed(
  {
    challenge: Type.String(),
    rpId: Type.String({ description: 'The name of the service that passkeys are for.' }),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: oneOf(['required', 'preferred']),
    allowCredentials: Type.Array(
      closed({
        type: Type.String({ const: 'public-key' }),
        id: Type.String(),
        transports: Type.Array(Type.String()),
      }),
    ),
  },
  'For PublicKeyCredential.parseRequestOptionsFromJSON() of a browser (WebAuthn, level 3).',
)

export const FactorChallenge = named('FactorChallenge', {
  challenge: Type.String({ description: 'Send it back with what it asks for. Good once, for five minutes.' }),
  methods: Type.Array(oneOf(factors), {
    description: 'Ways to answer. code: six digits of the code app, or a recovery code.',
  }),
  expiresInSeconds: Type.Integer(),
  passkey: orNull(PasskeyRequest),
})
export type FactorChallenge = Static<typeof FactorChallenge>
