import type { Broadcast, BroadcastEstimate } from '@millrace/contract/sent-broadcast'
import { reasonInShort } from '@millrace/contract/skip-reason'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'

const guests = (many: number) => plural(many, '# guest', '# guests')

/** "1,900: the guest has not agreed to its messages", the most frequent first. */
export const reasonsInWords = (skipped: Readonly<Record<string, number>>): string[] =>
  Object.entries(skipped)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, many]) => `${number(many)}: ${reasonInShort(reason)}`)

const states = {
  sending: t`Sending`,
  paused: t`Paused`,
  stopped: t`Stopped`,
  done: t`Sent`,
  missed: t`Missed`,
} as const satisfies Record<Broadcast['state'], string>

const missedWords = { workflow_paused: t`the workflow was paused`, too_late: t`the server was off` } as const

/** "Sending: 500 of 12,430 guests considered, 480 started". */
export function broadcastInWords(broadcast: Broadcast, members: number): string {
  const { state, considered, started, missed, missed_because } = broadcast
  if (state === 'missed')
    return t`Missed: ${guests(missed)}${missed_because ? t`, because ${missedWords[missed_because]}` : ''}`
  const isUnderWay = state === 'sending' || state === 'paused'
  const of =
    isUnderWay && members >= considered ? t`${number(considered)} of ${guests(members)}` : guests(considered)
  return t`${states[state]}: ${of} considered, ${number(started)} started`
}

/** "Starts for 9,876 of 12,430 guests. 120 of them get no message: they have had as many as the caps allow." */
export function estimateInWords({ members, starts, capped, is_sample }: BroadcastEstimate): string {
  const begins = is_sample
    ? t`Starts for about ${number(starts)} of ${guests(members)}.`
    : t`Starts for ${number(starts)} of ${guests(members)}.`
  if (capped === 0) return begins
  const held = is_sample
    ? t`About ${number(capped)} of them get no message: they have had as many as the caps allow.`
    : t`${number(capped)} of them get no message: they have had as many as the caps allow.`
  return `${begins} ${held}`
}

/** "At its pace this takes about 5 hours." */
export function paceInWords(seconds: number): string {
  if (seconds < 60) return t`At its pace this takes less than a minute.`
  return seconds < 3_600
    ? plural(
        Math.round(seconds / 60),
        'At its pace this takes about # minute.',
        'At its pace this takes about # minutes.',
      )
    : plural(
        Math.round(seconds / 3_600),
        'At its pace this takes about # hour.',
        'At its pace this takes about # hours.',
      )
}
