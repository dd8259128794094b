import type { MappingCheck } from '@millrace/contract/dashboard/connections'
import { number } from '../../../language/format.ts'
import { count, problemInWords, reasonInWords } from '../shared/delivery-in-words.ts'

/** What a mapping makes of the last deliveries: first what they make, and then why some make nothing. */
export function checkInWords(check: MappingCheck): { sum: string; none: string[] } {
  const { deliveries, left_out, one, several, none } = check
  if (deliveries + left_out === 0) return { sum: 'There are no deliveries yet to check it with.', none: [] }
  const made = [
    one > 0 && `${number(one)} ${one === 1 ? 'makes' : 'make'} one event`,
    several.deliveries > 0 &&
      `${number(several.deliveries)} ${several.deliveries === 1 ? 'makes' : 'make'} ${count(several.events, 'event')}`,
    none.length > 0 && `${number(total(none))} ${total(none) === 1 ? 'makes' : 'make'} none`,
  ]
  const larger = left_out > 0 ? ` ${count(left_out, 'large delivery', 'large deliveries')} not checked.` : ''
  const said = made.filter(Boolean).join(', ')
  return {
    sum: `${count(deliveries, 'delivery', 'deliveries')} checked${said && `: ${said}`}.${larger}`,
    none: none.map(({ reason, problem, detail, deliveries: how }) => {
      const why =
        problem !== null ? problemInWords(problem) : reason !== null && reasonInWords(reason, detail)
      return `${number(how)}: ${why || 'Made no event.'}`
    }),
  }
}

const total = (none: MappingCheck['none']) => none.reduce((sum, { deliveries }) => sum + deliveries, 0)
