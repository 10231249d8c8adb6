import Type, { type Static } from 'typebox'
import { closed, described, named, maybe } from '../../http/validate/schema.ts'

const Counted = Type.String({ maxLength: 100 })

export const CreateLinkBody = closed({
  template: Type.String({
    minLength: 1,
    maxLength: 50,
    description:
      'What the link is made for: plain, email, sms, qr, social, or one of the installation’s own.',
  }),
  source: maybe(described(Counted, 'utm_source: who sends people there.')),
  campaign: maybe(described(Counted, 'utm_campaign.')),
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'Where it leads: https:// or http:// with an allowed host, or relative to where people reach the service.',
  }),
})
export type CreateLinkBody = Static<typeof CreateLinkBody>

export const ShortLink = named('ShortLink', {
  code: Type.String(),
  shortUrl: Type.String(),
  url: Type.String({ description: 'Where it leads, with what is counted by.' }),
  template: Type.String(),
  source: Type.String(),
  campaign: Type.String(),
  hits: Type.Integer({ description: 'How often it was followed.' }),
  createdAtUTC: Type.String(),
  lastHitAtUTC: Type.String({ description: 'Empty as long as nobody has followed it.' }),
})
export type ShortLink = Static<typeof ShortLink>
