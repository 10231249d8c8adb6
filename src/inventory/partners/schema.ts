import Type, { type Static } from 'typebox'
import { textParameter } from '../../http/search/text-query.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import {
  Acknowledgement,
  closed,
  DateText,
  described,
  Format,
  maybe,
  named,
  oneOf,
  orNull,
  Page,
  PageOf,
  PathId,
  Text,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { coveredBusinesses } from './assurance-rules.ts'

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
  expiring: Type.Optional(
    Type.Boolean({
      description:
        'true: only partners of whom an assurance or a declaration has ended, or ends within 30 days.',
    }),
  ),
  ...Format,
  ...Page,
})
export type PartnersQuery = Static<typeof PartnersQuery>

const COVERS = 'The business of theirs that it is for; null is all of it.'
const UNTIL = 'The last day on which it holds, such as 2026-10-31; null where it does not end.'
const TAX_NUMBER = 'Their number for tax, such as a VAT id; empty where nobody has entered it.'
const NGR_NUMBER = 'Their number of the National Grower Register in Australia.'
const VEHICLES =
  'Registrations of their lorries: whoever has one is the haulier of what it carries, before the haulier that an order names.'

const Assurance = named('Assurance', {
  scheme: Type.String({ description: 'Such as TASCC, Red Tractor, GMP+ or QS.' }),
  number: Type.String(),
  covers: orNull(oneOf(coveredBusinesses, COVERS)),
  untilISO: orNull(Type.String({ description: UNTIL })),
})

const Declaration = named('Declaration', {
  name: Type.String({ description: 'Such as an eligibility declaration or a vendor declaration.' }),
  dayISO: orNull(Type.String({ description: 'When it was made.' })),
  untilISO: orNull(Type.String({ description: UNTIL })),
})

/** Something of a partner that has ended, or ends soon. */
const Expiry = named('Expiry', {
  scheme: Type.String({ description: 'The scheme, or the declaration.' }),
  covers: orNull(oneOf(coveredBusinesses, COVERS)),
  untilISO: Type.String({ description: 'The last day on which it holds, or held.' }),
  isExpired: Type.Boolean({ description: 'false where it ends within 30 days.' }),
})

/** A line of what has ended, or ends soon, with whose it is. */
export const PartnerExpiry = named('PartnerExpiry', {
  partnerId: Type.String(),
  partnerName: Type.String(),
  ...Expiry.properties,
})
export type PartnerExpiry = Static<typeof PartnerExpiry>

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
  taxNumber: Type.String({ description: TAX_NUMBER }),
  ngrNumber: Type.String({ description: NGR_NUMBER }),
  vehicles: Type.Array(Type.String(), { description: VEHICLES }),
  assurances: Type.Array(Assurance),
  declarations: Type.Array(Declaration),
  expiries: Type.Array(Expiry, {
    description:
      'What of these has ended, or ends within 30 days, the earliest first. Of entries with one scheme for one business the one that holds longest counts.',
  }),
  createdAtUTC: Type.String(),
  updatedAtUTC: Type.String(),
})
export type Partner = Static<typeof Partner>

export const PartnerPage = PageOf(Partner)
export type PartnerPage = Static<typeof PartnerPage>

const Seen = Type.String({ maxLength: 100, pattern: SEEN })
const Until = maybe(described(DateText, 'The last day on which it holds. Left out or null, it does not end.'))

const details = {
  taxNumber: maybe(described(Text, TAX_NUMBER)),
  ngrNumber: maybe(described(Text, NGR_NUMBER)),
  vehicles: Type.Optional(Type.Array(Seen, { maxItems: 500, description: VEHICLES })),
  assurances: Type.Optional(
    Type.Array(
      closed({
        scheme: described(Seen, 'Such as TASCC, Red Tractor, GMP+ or QS.'),
        number: maybe(described(Text, 'Their number in it.')),
        covers: maybe(oneOf(coveredBusinesses, COVERS)),
        untilISO: Until,
      }),
      { maxItems: 50, description: 'All of them: what is left out of the list is taken away.' },
    ),
  ),
  declarations: Type.Optional(
    Type.Array(
      closed({
        name: described(Seen, 'Such as an eligibility declaration or a vendor declaration.'),
        dayISO: maybe(described(DateText, 'When it was made.')),
        untilISO: Until,
      }),
      { maxItems: 50, description: 'All of them: what is left out of the list is taken away.' },
    ),
  ),
}

export const CreatePartnerBody = closed({
  id: Type.Optional({ ...PartnerId, description: 'Your own id for it; left out, one is made.' }),
  name: PartnerName,
  ...details,
})
export type CreatePartnerBody = Static<typeof CreatePartnerBody>

export const UpdatePartnerBody = closed({ name: Type.Optional(PartnerName), ...details })
export type UpdatePartnerBody = Static<typeof UpdatePartnerBody>

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
export const AcceptOwnerInvitationBody = closed({
  token: Type.String({
    maxLength: 200,
    description: 'The code of the invitation.',
    examples: ['invitation_k3Jb…'],
  }),
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
