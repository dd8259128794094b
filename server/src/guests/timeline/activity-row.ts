import type { Names } from '@millrace/contract/in-words'
import { say } from '@millrace/contract/say'
import type { TimelineEntry } from '@millrace/contract/timeline'

/** One row of a guest's activity, before it becomes a sentence. */
export interface ActivityRow {
  readonly kind: TimelineEntry['kind']
  readonly at: Date
  readonly event_id: string | null
  readonly run_id: string | null
  readonly workflow_id: string | null
  readonly workflow_name: string | null
  /** Its venue, where it has one. */
  readonly serial: string | null
  /** The label that the author of the workflow gave the node. */
  readonly label: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Formats values for sentences, and has the names of what they are about. */
export interface Words extends Pick<Names, 'venues' | 'segments'> {
  moment(iso: string): string
  workflow(id: string): string
  /** The name of a topic; its id where it was removed from the settings. */
  topic(id: string): string
}

export const quoted = (text: unknown) => `“${String(text)}”`

export const list = (values: readonly string[]) =>
  values.length < 2 ? values.join('') : say`${values.slice(0, -1).join(', ')} and ${values.at(-1)}`

/** "4 of 5 stars", "yes". */
export const answerInWords = (answer: unknown) =>
  typeof answer === 'number' ? say`${answer} of 5 stars` : answer === true ? say`yes` : say`no`
