import type { scim as english } from '../en/scim.ts'
import type { SameAs } from '../writing.ts'

export const scim: SameAs<typeof english> = {
  directoryTextIsTooLong: ({ limit }) => `Un filtre ou un chemin a au plus ${limit} caractères.`,
  directoryFilterIsUnreadable: ({ text, rest }) =>
    rest === ''
      ? `Ce filtre s’arrête avant d’être complet : ${text}`
      : `Ce filtre est illisible à partir de « ${rest} » : ${text}`,
  directoryPathIsUnreadable: ({ text, rest }) =>
    rest === ''
      ? `Ce chemin s’arrête avant d’être complet : ${text}`
      : `Ce chemin est illisible à partir de « ${rest} » : ${text}`,
  directoryFilterCannotAsk: ({ attribute }) => `Un filtre ne peut pas demander ${attribute} de cette façon.`,
  directoryChangeHasNoPath: () => 'Pour retirer quelque chose, il faut un chemin qui dit quoi.',
  directoryChangeIsNoObject: () =>
    'Ce qui décrit une personne est un objet avec des attributs comme userName.',
  directoryPathIsOfNothing: ({ path }) => `Il n’y a rien sous ${path} qui puisse être changé ainsi.`,
  directoryValueIsWrong: ({ path }) => `La valeur de ${path} n’est pas de celles qui sont permises.`,
  directoryChangeIsEmpty: () => 'Une modification contient au moins une opération.',
  directoryChangeIsTooLong: ({ limit }) => `Une modification contient au plus ${limit} opérations.`,
  directoryChangeIsUnknown: () => 'Une opération s’appelle add, replace ou remove.',
  directoryDescriptionIsWhole: () => 'Les descriptions du service ne se filtrent pas.',
  directoryTakesKey: () =>
    'Ceci est pour un annuaire : il faut une clé d’API qui peut ajouter et retirer des personnes.',
  directoryNeedsDomain: () =>
    'Votre organisation n’a encore prouvé aucun domaine. D’ici là, son annuaire n’ajoute personne.',
  directoryDomainIsNotYours: ({ domain }) => `a le domaine ${domain}, que votre organisation n’a pas prouvé`,
  directoryGivesNoRole: () =>
    'Votre annuaire ne donne aucun rôle à cette personne. Un administrateur fixe un rôle pour les nouvelles personnes dans votre propre connexion.',
  directoryAccountIsUnproved: ({ email }) =>
    `Un compte existe avec ${email}, et personne n’a prouvé que l’adresse est la sienne. Il faut d’abord le prouver, ou donner au compte une autre adresse.`,
  directoryIdIsTaken: ({ externalId }) => `Un autre membre a déjà l’externalId ${externalId}.`,
  directoryNameIsTaken: ({ userName }) =>
    `Il y a déjà un membre avec le userName ${userName} ou avec cette adresse.`,
  directoryOwnerStays: () =>
    'Cet administrateur principal entre quand votre fournisseur d’identité ne répond pas, et reste. Nommez-en d’abord un autre dans votre propre connexion.',
  directoryAddressStays: ({ email }) =>
    `Le compte avec ${email} garde son adresse : il est celui d’un administrateur principal, administre cette installation ou appartient aussi à d’autres organisations. Son titulaire la change.`,
  directoryJoinedSubject: ({ organisation }) => `Vous êtes maintenant membre de ${organisation}`,
  directoryJoinedText: ({ organisation }) =>
    `L’annuaire de ${organisation} a fait de votre compte Granary un membre. Vous vous connectez comme avant et choisissez pour quelle organisation vous agissez.\n\nSi vous ne connaissez pas ${organisation}, quittez-la dans Granary, sous Réglages.\n`,
  directoryAddressSubject: () => 'Votre compte a maintenant une autre adresse',
  directoryAddressText: ({ organisation }) =>
    `L’annuaire de ${organisation} a donné à votre compte Granary une autre adresse e-mail. Connectez-vous désormais avec celle-ci.\n\nSi vous ne vous y attendiez pas, demandez à un administrateur de ${organisation}.\n`,
}
