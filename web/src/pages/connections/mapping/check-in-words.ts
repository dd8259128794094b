import type { MappingCheck } from '@millrace/contract/dashboard/connections'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'
import { problemInWords, reasonInWords } from '../shared/delivery-in-words.ts'

/** What a mapping makes of the last deliveries: first what they make, and then why some make nothing. */
export function checkInWords(check: MappingCheck): { sum: string; none: string[] } {
  const { deliveries, left_out, one, several, none } = check
  if (deliveries + left_out === 0) return { sum: t`There are no deliveries yet to check it with.`, none: [] }
  const made = [
    one > 0 && plural(one, '# makes one event', '# make one event'),
    several.deliveries > 0 &&
      t`${plural(several.deliveries, '# makes', '# make')} ${plural(several.events, '# event', '# events')}`,
    none.length > 0 && plural(total(none), '# makes none', '# make none'),
  ]
  const larger =
    left_out > 0 ? t` ${plural(left_out, '# large delivery', '# large deliveries')} not checked.` : ''
  const said = made.filter(Boolean).join(', ')
  return {
    sum: t`${plural(deliveries, '# delivery', '# deliveries')} checked${said && `: ${said}`}.${larger}`,
    none: none.map(({ reason, problem, detail, deliveries: how }) => {
      const why =
        problem !== null ? problemInWords(problem) : reason !== null && reasonInWords(reason, detail)
      return `${number(how)}: ${why || t`Made no event.`}`
    }),
  }
}

const total = (none: MappingCheck['none']) => none.reduce((sum, { deliveries }) => sum + deliveries, 0)
