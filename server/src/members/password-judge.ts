import { createRequire } from 'node:module'

type Core = typeof import('@zxcvbn-ts/core')
type Lists = typeof import('@zxcvbn-ts/language-common')
type Judge = InstanceType<Core['ZxcvbnFactory']>

/** Out of 4: withstands an attacker who has the hash for a long time, not only one who has to sign in. */
const GOOD_ENOUGH = 3
/** The time to judge grows with the square of the length. What follows only makes it stronger, unless it repeats. */
const LONGEST_JUDGED = 32
const REPEATED = /^(.+?)\1+$/su

const reasons: Readonly<Record<string, string>> = {
  straightRow: 'follows the keys of a keyboard',
  keyPattern: 'follows the keys of a keyboard',
  simpleRepeat: 'repeats itself',
  extendedRepeat: 'repeats itself',
  sequences: 'goes through the alphabet or counts',
  recentYears: 'is little more than a year',
  dates: 'is little more than a date',
  namesByThemselves: 'is little more than a name',
  commonNames: 'is little more than a name',
  userInputs: 'is little more than a name that goes with you',
}

const load = createRequire(import.meta.url)
let judge: Judge | undefined

/** Why it would be guessed soon, and what to do instead; undefined for a good password. */
export function judgePassword(password: string, known: readonly string[]): string | undefined {
  judge ??= createJudge()
  const { score, feedback } = judge.check(password.replace(REPEATED, '$1$1'), [...known])
  if (score >= GOOD_ENOUGH) return undefined
  const reason = reasons[feedback.warning ?? ''] ?? 'is close to one of the first that would be guessed'
  return `${reason}: put several words together that have nothing to do with each other`
}

/** Loaded when the first password is chosen: the lists take 30 MB, and most processes never need them. */
function createJudge(): Judge {
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core') as Core
  const { dictionary, adjacencyGraphs } = load('@zxcvbn-ts/language-common') as Lists
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST_JUDGED })
}
