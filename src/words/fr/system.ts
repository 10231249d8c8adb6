import type { system as english } from '../en/system.ts'
import type { SameAs } from '../writing.ts'

export const system: SameAs<typeof english> = {
  tooManyStreams: ({ count }, { figure }) =>
    `Votre organisation a déjà ${figure(count)} flux ouverts. Fermez-en un dont personne n’a besoin.`,
  tooManyListeners: () => 'Il y a déjà trop d’auditeurs. Réessayez dans un instant.',
  streamIsStopping: () => 'Le service s’arrête. Revenez dans un instant.',
  tokenIsOfAnother: () => 'Ce jeton vaut maintenant pour une autre organisation. Ouvrez un autre flux.',
  isNoEventOfStream: () => 'doit être l’identifiant d’un événement de ce flux',
  beginsNoEvent: ({ beginning }) =>
    `n’est le début d’aucun type d’événement : ${beginning} (GET /api/events les donne)`,
  isEventForPeople: ({ beginning }, { given }) =>
    `ne va qu’aux personnes, par le flux d’événements${given(beginning)}`,
}
