import type { Language } from '../guest-words.ts'

export type SmsWish = 'stop' | 'start' | 'help'

/**
 * The words by which people stop, start and ask for help, with the language that they show. STOP and the words after it are
 * Twilio's own (its article on opt-out keywords); the others are what people write in the languages of the venues. Every
 * word counts in every country: who travels writes their own language.
 */
const keywords: readonly (readonly [SmsWish, Language | undefined, string])[] = [
  ['stop', undefined, 'STOP STOPALL STOPP'],
  ['stop', 'en', 'UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'],
  ['stop', 'pt', 'PARAR PARE SAIR CANCELAR REMOVER'],
  ['stop', 'es', 'BAJA ALTO'],
  ['stop', 'fr', 'ARRET ARRETE ARRETER DESABONNER'],
  ['stop', 'de', 'ABMELDEN ENDE'],
  ['stop', 'it', 'BASTA ANNULLA'],
  ['stop', 'nl', 'AFMELDEN UITSCHRIJVEN'],
  ['start', undefined, 'START UNSTOP'],
  ['start', 'pt', 'INICIAR COMECAR VOLTAR'],
  ['start', 'es', 'ALTA'],
  ['start', 'fr', 'REPRENDRE'],
  ['start', 'de', 'ANMELDEN'],
  ['start', 'it', 'RIPRENDI'],
  ['start', 'nl', 'AANMELDEN'],
  ['help', undefined, 'INFO'],
  ['help', 'en', 'HELP'],
  ['help', 'pt', 'AJUDA'],
  ['help', 'es', 'AYUDA'],
  ['help', 'fr', 'AIDE'],
  ['help', 'de', 'HILFE'],
  ['help', 'it', 'AIUTO'],
  ['help', 'nl', 'HULP'],
]

const byWord = new Map(
  keywords.flatMap(([wish, language, words]) =>
    words.split(' ').map(word => [word, { wish, language }] as const),
  ),
)

/**
 * What a guest wants by an SMS, if it is nothing but one of the words, whatever its case, accents and punctuation. "Cancel my
 * table" is for people.
 */
export function readKeyword(
  body: string,
): { readonly wish: SmsWish; readonly language: Language | undefined } | undefined {
  const word = body
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .toUpperCase()
  return byWord.get(word)
}

/** Words that say how to end messages, where they stand in capitals. Others, such as END, also stand in offers. */
const shown =
  /(?<!\p{L})(STOP|STOPP|UNSUBSCRIBE|PARAR|SAIR|BAJA|ARRET|ABMELDEN|ANNULLA|AFMELDEN|UITSCHRIJVEN)(?!\p{L})/u

/** Whether a text to a guest says with which word to end messages. */
export const namesStop = (text: string): boolean => shown.test(text)
