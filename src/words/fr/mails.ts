import type { mails as english } from '../en/mails.ts'
import type { SameAs } from '../writing.ts'

export const mails: SameAs<typeof english> = {
  invitationSubject: ({ organisation }) => `${organisation} vous invite dans Granary`,
  invitationText: ({ invitedBy, organisation, token, publicUrl, untilUTC, timeZone }, write) => {
    const wayIn =
      publicUrl === undefined
        ? `Votre code d’invitation, pour la page « invitation » de Granary :\n\n${token}`
        : `Acceptez ici :\n\n${publicUrl}/invitation#${token}`
    return `${invitedBy} vous invite à rejoindre ${organisation} dans Granary.

${wayIn}

Qui l’a peut accepter à votre place : gardez-le pour vous. Il sert une fois, jusqu’au ${write.day(untilUTC, timeZone)}.
Si vous n’attendiez pas cela, laissez-le : il ne se passera rien.
`
  },
  newPasswordSubject: () => 'Un nouveau mot de passe pour Granary',
  newPasswordText: ({
    email,
    publicUrl,
    token,
  }) => `Quelqu’un a demandé un nouveau mot de passe pour ${email} ${publicUrl === undefined ? 'dans Granary' : `dans Granary, à ${publicUrl}`}.

Votre code :

${token}

Qui l’a peut définir un nouveau mot de passe et se connecter à votre place : gardez-le pour vous. Il sert une fois, pendant une heure.
Si vous ne l’avez pas demandé, laissez-le : votre mot de passe reste tel quel.
`,
  questionSubject: ({ organisation, firstLine }) =>
    firstLine === undefined
      ? `Échantillon de grain de ${organisation}`
      : `Question de ${organisation} : ${firstLine}`,
  questionText: (
    { id, user, organisation, countryISO, question, fileNames, replyTo, askedAtUTC, timeZone },
    write,
  ) => {
    const who = `${user} de ${organisation} (${countryISO})`
    const seen = fileNames.length > 0 ? 'Voyez les pièces jointes.' : 'Rien n’est joint : demandez une photo.'
    const paragraphs = [
      question === undefined
        ? `${who} demande ce que vous pensez de la qualité d’un échantillon de grain. ${seen}`
        : `${who} demande :\n\n${question}`,
      ...(fileNames.length > 0
        ? [`Pièces jointes :\n${fileNames.map((name) => `- ${name}`).join('\n')}`]
        : []),
      replyTo === ''
        ? 'Personne ne peut recevoir de réponse par courriel : qui gère ce service sait qui a demandé.'
        : `Pour répondre, répondez à ce courriel : il va à ${replyTo}.`,
      `Demandé le ${write.day(askedAtUTC, timeZone)} à ${write.time(askedAtUTC, timeZone)} (${timeZone}). Question ${id}.`,
    ]
    return `${paragraphs.join('\n\n')}\n`
  },
}
