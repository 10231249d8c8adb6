import { defineMessages } from '../../i18n/messages.ts'

export const keyTexts = defineMessages({
  en: {
    provisions: 'It may add and remove people as your company directory says (SCIM)',
    provisionsHint:
      'The directory sends people with an address of your proved domains. Whoever it takes out is signed out at once. As the role, take the least: Viewer.',
    isForDirectory: 'for the directory',
  },
  de: {
    provisions: 'Er darf Personen aufnehmen und entfernen, wie Ihr Firmenverzeichnis es sagt (SCIM)',
    provisionsHint:
      'Das Verzeichnis schickt Personen mit einer Adresse Ihrer nachgewiesenen Domains. Wen es herausnimmt, der ist sofort abgemeldet. Nehmen Sie als Rolle die geringste: Leser.',
    isForDirectory: 'für das Verzeichnis',
  },
  fr: {
    provisions:
      'Elle peut ajouter et retirer des personnes comme le dit l’annuaire de votre entreprise (SCIM)',
    provisionsHint:
      'L’annuaire envoie des personnes avec une adresse de vos domaines prouvés. Qui il retire est aussitôt déconnecté. Comme rôle, prenez le moindre : Lecteur.',
    isForDirectory: 'pour l’annuaire',
  },
})
