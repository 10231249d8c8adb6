import { defineMessages } from '../../i18n/messages.ts'

/** Messages about blocking an organisation and reporting a conversation. */
export const safetyMessages = defineMessages({
  en: {
    block: 'Block',
    blockOf: 'Block {organisation}',
    blockWhat:
      'Nobody of {organisation} can write to your people, nor these to them. What they have booked in your name is declined, and what they book later, too.',
    unblock: 'Unblock',
    unblockOf: 'Unblock {organisation}',
    report: 'Report',
    reportOf: 'Report {name}',
    reportWhat:
      'Those who run this service get the last messages of {name} of {organisation}, and what you write here. {name} is not told.',
    reason: 'What is wrong?',
    reported: 'Reported. Those who run this service will look at it.',
    close: 'Close',
  },
  de: {
    block: 'Blockieren',
    blockOf: '{organisation} blockieren',
    blockWhat:
      'Niemand von {organisation} kann Ihren Leuten schreiben, und umgekehrt. Was in Ihrem Namen gebucht ist, wird abgelehnt, und was später gebucht wird, auch.',
    unblock: 'Freigeben',
    unblockOf: '{organisation} nicht mehr blockieren',
    report: 'Melden',
    reportOf: '{name} melden',
    reportWhat:
      'Die Betreiber dieses Dienstes erhalten die letzten Nachrichten von {name}, {organisation}, und was Sie hier schreiben. {name} erfährt nichts davon.',
    reason: 'Was stimmt nicht?',
    reported: 'Gemeldet. Die Betreiber dieses Dienstes sehen es sich an.',
    close: 'Schließen',
  },
  fr: {
    block: 'Bloquer',
    blockOf: 'Bloquer {organisation}',
    blockWhat:
      'Personne de {organisation} ne peut plus écrire à vos collaborateurs, ni eux à {organisation}. Ce qui est inscrit à votre nom est refusé, et ce qui le sera plus tard aussi.',
    unblock: 'Débloquer',
    unblockOf: 'Débloquer {organisation}',
    report: 'Signaler',
    reportOf: 'Signaler {name}',
    reportWhat:
      'Ceux qui exploitent ce service reçoivent les derniers messages de {name}, {organisation}, et ce que vous écrivez ici. {name} n’en est pas informé.',
    reason: 'Qu’est-ce qui ne va pas ?',
    reported: 'Signalé. Ceux qui exploitent ce service vont l’examiner.',
    close: 'Fermer',
  },
})
