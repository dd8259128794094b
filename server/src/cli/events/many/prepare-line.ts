import { type EventOptions, overlay } from '../compose-event.ts'
import type { Line } from './read-lines.ts'

/** The event to send: the line to the letter, unless the command line says something of its own about every event. */
export function prepareLine(
  { text, fault }: Pick<Line, 'text' | 'fault'>,
  options: EventOptions,
): { body: string } | { fault: string } {
  if (text === undefined) return { fault: fault ?? 'cannot be read' }
  const event = parsed(text)
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return { fault: 'does not hold an event: one JSON object' }
  const { guest, serial, source, param } = options
  const asItIs = [guest, serial, source, param].every(value => value === undefined)
  return { body: asItIs ? text : JSON.stringify(overlay(event as Record<string, unknown>, options)) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
