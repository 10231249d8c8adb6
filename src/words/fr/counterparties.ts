import type { counterparties as english } from '../en/counterparties.ts'
import type { SameAs } from '../writing.ts'

const COVERED = { merchant: 'négoce', haulier: 'transporteur', farm: 'ferme' }

export const counterparties: SameAs<typeof english> = {
  confirmationsWereDecided: ({ count, decision }, { counted, figure }) => {
    if (count === 0) return 'Rien n’a changé : c’était déjà décidé ainsi.'
    const [one, other] = decision === 'accepted' ? ['acceptée', 'acceptées'] : ['refusée', 'refusées']
    return counted(count, {
      one: `Une écriture a été ${one}.`,
      other: `${figure(count)} écritures ont été ${other}.`,
    })
  },
  isYourOwnOrganisation: () => 'est votre propre organisation',
  confirmationSubject: ({ storer }) => `${storer} a inscrit du stock à votre nom`,
  confirmationText: (
    { storer, owner, count, publicUrl },
    { counted, figure },
  ) => `${storer} a inscrit du stock ou un contrat de stockage au nom de ${owner}. ${counted(count, {
    one: 'Une écriture attend',
    other: `${figure(count)} écritures attendent`,
  })} votre confirmation.

${publicUrl === undefined ? 'Connectez-vous à Granary et ouvrez « À confirmer ».' : `Pour accepter ou refuser :\n\n${publicUrl}/confirmations`}

Tant que vous n’avez pas accepté, rien n’entre dans vos listes, totaux et documents. Si ce n’est pas à vous, refusez : ${storer} en est informé.
Vous recevez au plus un message de ce type par jour et par stockeur.
`,
  answerSubject: ({ owner }) => `${owner} a répondu à vos écritures`,
  answerText: (
    { owner, storer, accepted, declined, publicUrl },
    { counted, figure },
  ) => `${owner} a répondu à ce que ${storer} a inscrit à son nom.

${[
  accepted > 0 &&
    counted(accepted, {
      one: 'Une écriture est acceptée.',
      other: `${figure(accepted)} écritures sont acceptées.`,
    }),
  declined > 0 &&
    `${counted(declined, { one: 'Une écriture est refusée', other: `${figure(declined)} écritures sont refusées` })} : selon la réponse, ce n’est pas à cette organisation. Le grain reste chez vous comme avant : ressaisissez les chargements avec leur vrai propriétaire.`,
]
  .filter(Boolean)
  .join('\n')}

${publicUrl === undefined ? 'Connectez-vous à Granary et ouvrez « À confirmer ».' : `Voir lesquelles :\n\n${publicUrl}/confirmations`}

Vous recevez au plus un message de ce type par jour et par propriétaire.
`,
  messagesAreBlocked: ({ name, whose }) =>
    whose === 'ours'
      ? `Votre organisation a bloqué ${name}. Levez le blocage pour lui écrire.`
      : `${name} n’accepte pas de messages de votre organisation.`,
  tooManyStrangers: ({ limit, hours }, { counted, figure }) =>
    `Votre organisation a commencé aujourd’hui ${figure(limit)} conversations avec des personnes sans relation avec elle. Réessayez dans ${counted(hours, { one: 'une heure', other: `${figure(hours)} heures` })}, ou attendez une réponse.`,
  reportsOwnMessages: () => 'L’autre membre n’a rien écrit ici qui puisse être signalé.',
  conversationWasReported: () =>
    'Signalé aux exploitants de ce service. L’autre membre n’en est pas informé.',
  endsBeforeItWasMade: () => 'précède le jour où elle a été faite',
  assuranceExpires: ({ partner, isHaulier, scheme, until, isExpired }, { date }) =>
    `${scheme} de ${partner}${isHaulier ? ' (transporteur)' : ''} ${isExpired ? 'a expiré le' : 'expire le'} ${date(until)}.`,
  coveredBusiness: ({ covers }) => COVERED[covers],
  assuranceLine: ({ scheme, number, covers, until }, { date }) =>
    [
      scheme,
      number,
      covers === null ? '' : `(${COVERED[covers]})`,
      until === null ? '' : `jusqu’au ${date(until)}`,
    ]
      .filter(Boolean)
      .join(' '),
  ownerTookOver: ({ store, organisation }) =>
    `Ce que ${store} stocke pour vous figure maintenant dans ${organisation}, avec tous les chargements et contrats antérieurs.`,
}
