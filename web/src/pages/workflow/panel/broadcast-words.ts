import type { Broadcast, BroadcastEstimate } from '@millrace/contract/sent-broadcast'
import { reasonInShort } from '@millrace/contract/skip-reason'
import { number } from '../../../language/format.ts'

const guests = (many: number) => `${number(many)} ${many === 1 ? 'guest' : 'guests'}`

/** "1,900: the guest has not agreed to its messages", the most frequent first. */
export const reasonsInWords = (skipped: Readonly<Record<string, number>>): string[] =>
  Object.entries(skipped)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, many]) => `${number(many)}: ${reasonInShort(reason)}`)

const states = {
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Sent',
  missed: 'Missed',
} as const satisfies Record<Broadcast['state'], string>

const missedWords = { workflow_paused: 'the workflow was paused', too_late: 'the server was off' } as const

/** "Sending: 500 of 12,430 guests considered, 480 started". */
export function broadcastInWords(broadcast: Broadcast, members: number): string {
  const { state, considered, started, missed, missed_because } = broadcast
  if (state === 'missed')
    return `Missed: ${guests(missed)}${missed_because ? `, because ${missedWords[missed_because]}` : ''}`
  const isUnderWay = state === 'sending' || state === 'paused'
  const of =
    isUnderWay && members >= considered ? `${number(considered)} of ${guests(members)}` : guests(considered)
  return `${states[state]}: ${of} considered, ${number(started)} started`
}

/** "Starts for 9,876 of 12,430 guests. 120 of them get no message: they have had as many as the caps allow." */
export function estimateInWords({ members, starts, capped, is_sample }: BroadcastEstimate): string {
  const about = is_sample ? 'about ' : ''
  const held =
    capped === 0
      ? ''
      : ` ${is_sample ? 'About ' : ''}${number(capped)} of them get no message: they have had as many as the caps allow.`
  return `Starts for ${about}${number(starts)} of ${guests(members)}.${held}`
}

const units = [
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "At its pace this takes about 5 hours." */
export function paceInWords(seconds: number): string {
  for (const [unit, long] of units) {
    const many = Math.round(seconds / long)
    if (seconds >= long)
      return `At its pace this takes about ${number(many)} ${many === 1 ? unit : `${unit}s`}.`
  }
  return 'At its pace this takes less than a minute.'
}
