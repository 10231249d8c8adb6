import type { background as english } from '../en/background.ts'
import type { SameAs } from '../writing.ts'

export const background: SameAs<typeof english> = {
  failedOnOurSide: () => 'Quelque chose a échoué de notre côté ; le journal dit quoi.',
  neverCameToAnEnd: () => 'La tâche a été commencée maintes fois et n’est jamais arrivée à son terme.',
  waitedInABackup: () =>
    'La tâche attendait quand la sauvegarde restaurée depuis a été faite. Elle a peut-être été exécutée après.',
  expertIsSetUpNoMore: () => 'Aucun expert n’est plus prévu ici.',
  filesAreOutOfReach: () => 'Le stockage des fichiers n’a pas pu être joint.',
  fileOfQuestionIsUnreadable: () => 'Un fichier joint à la question n’a pas pu être lu.',
  addressTakesNoMail: () => 'Aucun courriel ne peut être envoyé à cette adresse.',
  mailServerWantsSignIn: ({ answer }) =>
    `Le serveur de courriel demande un nom et un mot de passe, ou TLS, et ne les a pas reçus (${answer}).`,
  mailServerRefused: ({ answer }) => `Le serveur de courriel a refusé le message définitivement (${answer}).`,
  mailServerPutOff: ({ answer }) =>
    `Le serveur de courriel n’a pas accepté le message pour l’instant (${answer}).`,
  mailServerRefusedSignIn: () => 'Le serveur de courriel n’a pas accepté notre nom et notre mot de passe.',
  mailServerIsNotTrusted: () =>
    'Le serveur de courriel a présenté un certificat auquel on ne se fie pas ici, ou qui n’est pas le sien.',
  mailServerHasNoTls: () => 'Aucune connexion sûre avec le serveur de courriel n’a pu être établie (TLS).',
  mailServerTookTooLong: () => 'Le serveur de courriel a mis trop de temps.',
  mailWasCutOff: () => 'L’envoi a été interrompu : le service s’est arrêté, ou cela a pris trop de temps.',
  mailServerSentUsAway: ({ answer }) => `Le serveur de courriel nous a renvoyés pour l’instant (${answer}).`,
  mailServerBrokeOff: () => 'Le serveur de courriel a coupé la connexion.',
  mailServerIsOutOfReach: () => 'Le serveur de courriel n’a pas pu être joint.',
  webhookIsThereNoMore: () => 'Le webhook n’existe plus.',
  eventIsThereNoMore: () => 'L’événement n’est plus conservé.',
  receiverIsGone: ({ status }) => `Le destinataire dit qu’il n’existe plus (${status}).`,
  deliveryFailedForDays: ({ count, reason }, { figure, messages }) =>
    `L’envoi a échoué ${figure(count)} fois en trois jours. ${messages([reason])}`,
  receiverSendsElsewhere: ({ status }) =>
    `Le destinataire nous renvoie ailleurs (${status}) ; indiquez l’URL qu’il veut dire.`,
  receiverAnswered: ({ status }) => `Le destinataire a répondu ${status}.`,
  hostIsNotFound: () => 'Le nom d’hôte est introuvable.',
  nobodyAnswersThere: () => 'Personne ne répond à cette adresse.',
  receiverTookTooLong: () => 'Le destinataire a mis trop de temps.',
  receiverHasNoTls: () => 'Aucune connexion sûre n’a pu être établie (TLS).',
  receiverSpeaksNoHttp: () => 'Le destinataire ne parle pas HTTP.',
  connectionBrokeOff: () => 'La connexion a été coupée.',
  urlLeadsToInnerAddress: () => 'L’URL mène à une adresse qui n’est pas sur l’internet public.',
  urlMustBeHttps: () => 'Sur l’internet public, l’URL doit commencer par https://.',
  secretIsLost: () =>
    'Son secret a été perdu avec la SECRET_KEY du service. Changez le secret, donnez le nouveau au destinataire et reprenez.',
}
