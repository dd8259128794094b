import type { IncomingEvent } from '@millrace/client/source'
import { type EventOptions, overlay } from '../compose-event.ts'
import type { Line } from './read-lines.ts'

export interface PreparedLine {
  readonly event: IncomingEvent
  /** What the line's idempotency key is made of: the line to the letter, or what the options made of it. */
  readonly text: string
}

/** The event to send: what the line holds, and over it the options of the command line. */
export function prepareLine(
  { text, fault }: Pick<Line, 'text' | 'fault'>,
  options: EventOptions,
): PreparedLine | { fault: string } {
  if (text === undefined) return { fault: fault ?? 'cannot be read' }
  const event = parsed(text)
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return { fault: 'is not a JSON object' }
  const { guest, serial, source, param } = options
  const asItIs = [guest, serial, source, param].every(value => value === undefined)
  const body = asItIs ? event : overlay(event as Record<string, unknown>, options)
  // The API checks what is sent: a fault of the event comes back as a refusal that names the field.
  return { event: body as IncomingEvent, text: asItIs ? text : JSON.stringify(body) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
