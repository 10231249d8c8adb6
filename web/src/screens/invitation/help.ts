import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Somebody wants you to see their grain, or your own that lies with them. Here you say who you are.',
    figures: {
      code: 'It is good once, and for seven days. Keep it to yourself: whoever has it can come in in your place.',
      password: 'Asked of whoever has an account here already. It stays as it is.',
    },
  },
  de: {
    about:
      'Jemand will Ihnen sein Getreide zeigen, oder Ihres, das bei ihm liegt. Hier sagen Sie, wer Sie sind.',
    figures: {
      code: 'Sie gilt einmal und sieben Tage lang. Behalten Sie sie für sich: Wer sie hat, kommt an Ihrer Stelle herein.',
      password: 'Gefragt, wer hier schon ein Konto hat. Es bleibt, wie es ist.',
    },
  },
  fr: {
    about: 'Quelqu’un veut vous montrer son grain, ou le vôtre stocké chez lui. Dites ici qui vous êtes.',
    figures: {
      code: 'Elle sert une fois, pendant sept jours. Gardez-la pour vous : qui l’a peut entrer à votre place.',
      password: 'Demandé à qui a déjà un compte ici. Il reste tel quel.',
    },
  },
})
