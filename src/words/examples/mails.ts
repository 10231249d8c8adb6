import type { mails as sentences } from '../en/mails.ts'
import type { Examples } from '../writing.ts'

export const mails: Examples<typeof sentences> = {
  invitationSubject: { organisation: 'xa' },
  invitationText: {
    invitedBy: 'xb',
    organisation: 'xa',
    token: 'xc',
    publicUrl: 'https://xd.example',
    untilUTC: '2026-11-27T16:48:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  newPasswordSubject: {},
  newPasswordText: { email: 'ann@farm.example', publicUrl: 'https://xd.example', token: 'xc' },
  questionSubject: { organisation: 'xa', firstLine: 'xb' },
  questionText: {
    id: 'q-1',
    user: 'xb',
    organisation: 'xa',
    countryISO: 'GB',
    fileNames: ['xc.jpg'],
    replyTo: 'ann@farm.example',
    askedAtUTC: '2026-11-27T16:48:00.000Z',
    timeZone: 'Europe/Berlin',
  },
}
