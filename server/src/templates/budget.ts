import { type Context, type Template, toValue } from 'liquidjs'

/**
 * A limit for the work of a template. Work is counted, not timed: a template that is refused is refused on every
 * machine and at every load, and one that was accepted yesterday is not refused today.
 */
export const STEPS = 10_000

/** Characters that may be produced, over all filters, captures and the text itself. */
export const CHARACTERS = 500_000

const key = 'millrace.steps'

/** How much there is to evaluate in a tag or output itself, without the content of its block. */
const sizes = new WeakMap<Template, number>()

export const setSize = (template: Template, size: number): void => {
  sizes.set(template, size)
}

/** For a block, once for each turn of a loop: a turn of an empty loop is work as well. */
export function spendOn(context: Context, templates: readonly Template[]): void {
  spend(context, 2)
  for (const template of templates) spend(context, sizes.get(template) ?? 0)
}

/** Replaces the time limit of liquidjs, which calls it before every tag, output and piece of text. */
export function countSteps(context: Context): void {
  context.setRegister(key, 0)
  context.renderLimit.check = () => spend(context, 1)
}

export function spend(context: Context, steps: number): void {
  const spent = context.getRegister<number>(key, 0) + steps
  context.setRegister(key, spent)
  if (spent > STEPS)
    throw new Error('The template takes too much work: it has too many or too long loops, lists or texts.')
}

/** The cost of reading the value once. */
export function weight(given: unknown): number {
  const value: unknown = toValue(given)
  if (typeof value === 'string') return 1 + Math.floor(value.length / 200)
  return Array.isArray(value) ? 1 + value.length : 1
}
