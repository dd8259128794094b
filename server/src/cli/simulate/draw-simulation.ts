import { explainedInWords } from '@millrace/contract/condition/in-words'
import type { SimulatedMessage, SimulationResult } from '@millrace/contract/simulation'
import { drawSteps, second } from '../runs/draw-steps.ts'
import { printable } from '../terminal/align.ts'
import type { Paint } from '../terminal/terminal.ts'

/** A simulation for a terminal: the verdict, the steps, the messages, and what comes next. */
export function drawSimulation(result: SimulationResult, paint: Paint): string[] {
  const { verdict, steps, messages, run, heard, notes, next, points, guest, now } = result
  const entered = verdict.entered ? paint('green', '✓') : paint('red', '✗')
  const sum = points.reduce((total, entry) => total + entry.points, 0)
  return [
    `${entered} ${printable(verdict.sentence)}`,
    ...verdict.conditions.map(leaf => `    ${printable(explainedInWords(leaf))}`),
    ...section(paint, 'Steps', drawSteps(steps, paint)),
    ...section(
      paint,
      'Events',
      heard.map(({ at, did, starts }) => `${second(at)}  ${did}; ${printable(starts.sentence)}`),
    ),
    ...messages.flatMap(message => section(paint, titleOf(message), bodyOf(message))),
    ...(sum === 0 ? [] : ['', `Points: ${sum}; the guest then has ${guest.after.points}.`]),
    ...(run === null ? [] : ['', printable(endInWords(run, now))]),
    ...(next === null ? [] : [printable(next)]),
    ...notes.map(note => paint('yellow', printable(note))),
  ]
}

const section = (paint: Paint, title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', paint('bold', title), ...lines]

const titleOf = ({ channel, recipient, node_id, at }: SimulatedMessage) =>
  printable(`${channel} to ${recipient}, from ${node_id}, ${second(at)}`)

/** Line by line, so that a text cannot write over others. */
function bodyOf({ content }: SimulatedMessage): string[] {
  const { subject, preview, text, html, body } = content
  const shown = [
    subject === undefined ? undefined : `Subject: ${subject}`,
    preview === undefined ? undefined : `Preview text: ${preview}`,
    text ?? html ?? body,
  ]
  return shown
    .filter(part => typeof part === 'string')
    .flatMap(part => part.split('\n'))
    .map(line => `  ${printable(line)}`)
}

function endInWords(
  { status, outcome, outcome_reason, error }: NonNullable<SimulationResult['run']>,
  now: string,
) {
  const reason = error === null ? outcome_reason : String(error.message)
  const end = outcome === null ? status : `${status} with ${outcome}`
  return `The run is ${end}${reason === null ? '' : ` (${reason})`} at ${second(now)}.`
}
