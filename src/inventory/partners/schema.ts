import Type, { type Static } from 'typebox'
import { textParameter } from '../../http/search/text-query.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import {
  Acknowledgement,
  closed,
  described,
  named,
  orNull,
  Page,
  PageOf,
  PathId,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'

const PartnerId = Type.String({ minLength: 1, maxLength: 100 })
const PartnerName = Type.String({
  maxLength: 500,
  pattern: SEEN,
  description: 'What it is called from now on, wherever it is shown.',
  examples: ['Valley Mill'],
})

export const PartnerIdParam = closed({
  id: namingPartner(
    described(PathId, 'The partner, by the id that the list shows, or another that means it.'),
  ),
})

export const PartnersQuery = closed({
  query: textParameter('Part of a name, also of one that was merged, or a whole id.'),
  ...Page,
})
export type PartnersQuery = Static<typeof PartnersQuery>

export const Partner = named('Partner', {
  id: Type.String({ description: 'Send it as `organisationId`, or as the id of an owner or sender.' }),
  name: Type.String(),
  otherIds: Type.Array(Type.String(), {
    description:
      'Ids that mean it, too: of those that were merged into it, and others that came with its name.',
  }),
  bringsOwned: orNull(
    Type.Boolean({
      description:
        'Whether what it brings without a contract is yours (bought), or stored for it; as the last intake with `rememberOwned` said. ' +
        'Null where none has.',
    }),
  ),
  createdAtUTC: Type.String(),
  updatedAtUTC: Type.String(),
})
export type Partner = Static<typeof Partner>

export const PartnerPage = PageOf(Partner)
export type PartnerPage = Static<typeof PartnerPage>

export const CreatePartnerBody = closed({
  id: Type.Optional({ ...PartnerId, description: 'Your own id for it; left out, one is made.' }),
  name: PartnerName,
})
export type CreatePartnerBody = Static<typeof CreatePartnerBody>

export const RenamePartnerBody = closed({ name: PartnerName })

export const MergePartnersBody = closed({
  ids: Type.Array(PartnerId, {
    minItems: 1,
    maxItems: 100,
    description: 'The partners that become this one.',
  }),
})

export const MergeAcknowledgement = named('MergeAcknowledgement', {
  ...Acknowledgement.properties,
  moved: closed(
    { movements: Type.Integer(), records: Type.Integer(), contracts: Type.Integer() },
    'How many named one of those and name this partner now.',
  ),
})

export const InviteOwnerBody = closed({
  email: Type.String({ maxLength: 254, description: 'Whom to invite.', examples: ['dan@brookfarm.example'] }),
})
export const OwnerInvited = named('OwnerInvited', {
  partnerId: Type.String({
    description:
      'The id of the organisation that the partner is from now on; ids that meant it before still do.',
  }),
  email: Type.String(),
  expiresAtUTC: Type.String(),
  token: Type.String({
    description: 'What the invited person accepts with, shown this once. Empty where they get it by mail.',
  }),
})
