import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'The first organisation of a new installation is made here, once.',
    figures: {
      code: 'It was printed where Granary was started, and is good once. Whoever has it becomes the administrator of the house.',
      country: 'It settles time zone, units, harvest years and kinds of grain.',
      sample: 'A farm to look around in: its figures are made up, and can stay beside your own.',
    },
  },
  de: {
    about: 'Hier wird einmal der erste Betrieb einer neuen Installation angelegt.',
    figures: {
      code: 'Er wurde gezeigt, wo Granary gestartet wurde, und gilt einmal. Wer ihn hat, wird Hauptadministrator.',
      country: 'Daraus ergeben sich Zeitzone, Einheiten, Erntejahre und Getreidearten.',
      sample: 'Ein Betrieb zum Umsehen: Seine Zahlen sind erfunden und können neben Ihren eigenen bleiben.',
    },
  },
  fr: {
    about: 'La première organisation d’une nouvelle installation se crée ici, une seule fois.',
    figures: {
      code: 'Il a été affiché là où Granary a été démarré, et sert une fois. Qui l’a devient administrateur principal.',
      country: 'Il fixe le fuseau horaire, les unités, les années de récolte et les sortes de grain.',
      sample: 'Une ferme pour regarder : ses chiffres sont inventés, et peuvent rester à côté des vôtres.',
    },
  },
})
