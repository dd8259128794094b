import { listInWords, quoted } from '@millrace/contract/in-words'
import { describeMoment } from '#calendar/describe-moment.ts'
import type { RunState } from '#runs/change/state.ts'
import type { CompiledVersion } from '#workflows/compile.ts'

/** What a waiting run waits for, in a sentence. */
export function describeNext(
  { waitingFor, resumesAt, nodeId }: RunState,
  version: CompiledVersion,
  { zone, locale }: { zone: string; locale: string },
): string {
  const node = nodeId === null ? undefined : version.nodes.get(nodeId)
  const name = quoted(node?.label ?? nodeId ?? version.start)
  const when = resumesAt === null ? 'some day' : describeMoment(resumesAt, zone, locale)
  switch (waitingFor?.type) {
    case 'event': {
      const sources = [...new Set(waitingFor.sources.map(fromSource))]
      return `At ${name} it listens for ${listInWords(sources, 'or')} until ${when}, and then continues without.`
    }
    case 'task':
      return `At ${name} it waits for a task until ${when}, and then continues without.`
    case 'click':
      return `At ${name} it waits for a click until ${when}, and then continues without.`
    case 'answer':
      return `At ${name} it waits for an answer until ${when}, and then continues without.`
    case 'quiet_hours':
      return `At ${name} it is held until the quiet hours are over, on ${when}.`
    default:
      return `From ${name} it continues on ${when}.`
  }
}

const fromSource = (source: string | null) =>
  source === null ? 'an event without a source' : `an event from ${quoted(source)}`
