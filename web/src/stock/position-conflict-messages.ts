import { defineMessages } from '../i18n/messages.ts'

/** Texts of what a trading position shows to be impossible. */
export const positionConflictMessages = defineMessages({
  en: {
    oversold: '{grain}: {t} {stockUnit} more are sold than will be there {when}',
    overbought: '{grain}: {t} {stockUnit} more are bought than the stores hold {when}',
    reserved: '{grain}: {t} {stockUnit} less than is reserved lie in {place} {when}',
    worst: 'At its worst {t} {stockUnit} {when}',
    now: 'now',
    later: 'in the end',
    by: 'by the end of {month}',
  },
  de: {
    oversold: '{grain}: {t} {stockUnit} mehr sind verkauft, als {when} da sein werden',
    overbought: '{grain}: {t} {stockUnit} mehr sind eingekauft, als {when} in die Lager passen',
    reserved: '{grain}: In {place} liegen {when} {t} {stockUnit} weniger, als reserviert sind',
    worst: 'Höchstens {t} {stockUnit} {when}',
    now: 'jetzt',
    later: 'am Ende',
    by: 'bis Ende {month}',
  },
  fr: {
    oversold: '{grain} : {t} {stockUnit} vendues de plus que ce qu’il y aura {when}',
    overbought: '{grain} : {t} {stockUnit} achetées de plus que ce que les silos contiennent {when}',
    reserved: '{grain} : il y a {when}, dans {place}, {t} {stockUnit} de moins que réservé',
    worst: 'Au pire {t} {stockUnit} {when}',
    now: 'maintenant',
    later: 'à la fin',
    by: 'd’ici fin {month}',
  },
})
