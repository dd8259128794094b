import type { Found } from '@millrace/contract/condition/operators'
import type { MomentFromData, NumberFromData } from '@millrace/contract/value'
import type { Facts } from '../facts.ts'
import { numberFrom } from './number-value.ts'
import { fieldReader } from './read-field.ts'
import { writtenMoment } from './written-moment.ts'

/**
 * The value of the field that another is compared with. Without operations it is compared as it is, whatever its type.
 * undefined where the operations cannot be done: then the comparison does not hold.
 */
export function comparedValue(
  value: NumberFromData | MomentFromData,
  isMoment: boolean,
  facts: Facts,
): Found {
  if (Object.keys(value).length === 1) return fieldReader(value.field)(facts)
  if (isMoment) {
    const moment = writtenMoment(value, facts, facts.clock.timeZone)
    return moment.ok ? moment.text : undefined
  }
  const number = numberFrom(value, facts)
  return number.ok ? number.number : undefined
}
