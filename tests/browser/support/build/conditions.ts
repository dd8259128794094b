import type { Duration, OpenSpan } from '@millrace/contract/calendar'
import { type Condition, comparedField, type Leaf, type Scalar } from '@millrace/contract/condition'
import { operatorRow } from '@millrace/contract/condition/operators'
import type { NumberFromData } from '@millrace/contract/value'
import type { Locator } from 'playwright-core'
import { chooseField } from './fields.ts'
import { button, type Hand, labelled, rowOf } from './hand.ts'
import { fillDuration, fillMoment, tickWeekdays } from './values.ts'

const hows = { all: 'All of these are true', any: 'At least one of these is true' } as const

/** Builds a condition in the form with this label, which may have one comparison to begin with. */
export async function fillCondition(
  hand: Hand,
  at: Locator,
  label: string,
  condition: Condition,
): Promise<void> {
  const form = rowOf(at, label)
  const { how, parts } = groupOf(condition)
  for (const [index, part] of parts.entries()) {
    const own = `${label}, ${index + 1}`
    const isGroup = !('field' in part)
    if ((await labelled(form, `${own}: field`).count()) === 0)
      await hand.click(button(form, isGroup ? 'Add a group' : 'Add a condition').last())
    if (isGroup) await fillCondition(hand, form, own, part)
    else await fillLeaf(hand, form, own, part)
  }
  if (parts.length > 1) await hand.choose(labelled(form, `${label}: how conditions combine`), hows[how])
}

function groupOf(condition: Condition): { how: 'all' | 'any'; parts: readonly Condition[] } {
  if ('all' in condition) return { how: 'all', parts: condition.all }
  if ('any' in condition) return { how: 'any', parts: condition.any }
  if ('not' in condition) throw new Error('a condition is negated by the opposite comparison')
  return { how: 'all', parts: [condition] }
}

async function fillLeaf(hand: Hand, form: Locator, label: string, leaf: Leaf): Promise<void> {
  // The innermost one that has it: its own menus have labels that others have too.
  const field = hand.page.getByLabel(`${label}: field`, { exact: true })
  const own = form.locator('div').filter({ has: field }).last()
  await chooseField(hand, form, label, leaf.field)
  await hand.choose(labelled(form, `${label}: comparison`), operatorRow(leaf.operator).words)
  const other = comparedField(leaf)
  if (other === undefined) return fillValue(hand, own, label, leaf)
  await hand.click(button(own, 'Compare with another field'))
  const name = `${label}, compared with`
  if (operatorRow(leaf.operator).takes === 'a date') return fillMoment(hand, own, other, name)
  await chooseField(hand, own, name, other.field)
  const { times, plus } = other as NumberFromData
  if (times !== undefined) await hand.fill(labelled(own, 'Times'), String(times))
  if (plus !== undefined) await hand.fill(labelled(own, 'Plus'), String(plus))
}

async function fillValue(hand: Hand, own: Locator, label: string, { operator, value }: Leaf): Promise<void> {
  switch (operatorRow(operator).takes) {
    case 'nothing':
      return
    case 'a duration':
      return fillDuration(hand, own, `${label}: how long`, value as Duration)
    case 'days of the week':
      return tickWeekdays(hand, own, value as number[])
    case 'two times of day': {
      const { from, to } = value as OpenSpan
      await hand.fill(labelled(own, `${label}: from`), from)
      return hand.fill(labelled(own, `${label}: to`), to)
    }
    default:
      if (typeof value === 'boolean')
        return hand.choose(labelled(own, `${label}: value`), value ? 'Yes' : 'No')
      return hand.fill(labelled(own, `${label}: value`), [value as Scalar | Scalar[]].flat().join(', '))
  }
}
