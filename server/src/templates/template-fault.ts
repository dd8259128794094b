import { LiquidError } from 'liquidjs'
import { type Position, positionOf } from './position.ts'

/** What is wrong with a template, in a sentence, and where. */
export interface TemplateFault extends Position {
  readonly message: string
}

/** The fault for an error while a template was read or rendered. It never contains data of a guest or an event. */
export function faultOf(error: unknown): TemplateFault {
  if (!LiquidError.is(error)) return { message: sentence(error), line: 1, column: 1 }
  const { token, originalError } = error
  return { message: sentence(originalError ?? error), ...positionOf(token.input, token.begin) }
}

function sentence(error: unknown): string {
  // The stack is full, or a text is longer than JavaScript can hold.
  if (error instanceof RangeError) return 'The template is nested too deeply or makes too much text.'
  const message = (error instanceof Error ? error.message : String(error)).replace(/, line:\d+, col:\d+$/, '')
  const missing = /^tag "(.*)" not found$/.exec(message)
  if (missing) return `There is no tag "${missing[1]}" here.`
  const open = /^(?:tag|output|raw) (.*) not closed$/s.exec(message)
  if (open) return `This is not closed: ${open[1]}.`
  if (message === 'memory alloc limit exceeded') return 'The template makes too much text or too long lists.'
  return message.endsWith('.') ? message : `This cannot be understood: ${message}.`
}
