import { shortestPassword } from '@millrace/contract/session'
import { judgePassword } from './password-judge.ts'

/** Common beginnings of guessed passwords of this length; digits or signs after them do not make them better. */
const common = [
  'password',
  'passw0rd',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfgh',
  'zxcvbn',
  '1q2w3e',
  '123456',
  '098765',
  'abcdef',
  'letmein',
  'welcome',
  'iloveyou',
  'trustno1',
  'administrator',
  'changeme',
  'millrace',
]
const FEWEST_LETTERS = 5

/**
 * What makes a password easy to guess. There are no rules about kinds of characters: they make people choose worse
 * passwords.
 */
export function passwordFaults(password: string, person: { email: string; name: string }): string[] {
  const text = password.normalize('NFKC').toLowerCase()
  const faults: string[] = []
  if ([...text].length < shortestPassword) faults.push(`must have at least ${shortestPassword} characters`)
  if (new Set(text).size < FEWEST_LETTERS) {
    faults.push(`must have at least ${FEWEST_LETTERS} different characters`)
  }
  if (common.some(word => isMostly(text, word))) faults.push('is one of the first that would be guessed')
  const own = [person.email.split('@')[0] as string, person.email, ...person.name.split(/\s+/)]
  if (own.some(word => word.length >= 4 && isMostly(text, word.toLowerCase()))) {
    faults.push('must not be your name or e-mail address')
  }
  if (faults.length > 0) return faults
  const fault = judgePassword(password.normalize('NFKC'), ['millrace', ...own])
  return fault === undefined ? [] : [fault]
}

/** Whether the word makes up more than half of it, once or repeated. */
const isMostly = (text: string, word: string) => text.replaceAll(word, '').length < text.length / 2
