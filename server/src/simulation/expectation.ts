import type { Expectation, SimulationResult } from '@millrace/contract/simulation'

/** The part of a result that a saved simulation compares. */
export function expectationOf({ run, verdict, steps, messages, points }: SimulationResult): Expectation {
  return {
    entered: verdict.entered,
    path: steps.map(({ node_id }) => node_id),
    status: run?.status ?? null,
    outcome: run?.outcome ?? null,
    messages: messages.map(({ node_id, channel, content }) => ({
      node_id,
      channel,
      subject: typeof content.subject === 'string' ? content.subject : null,
    })),
    points: points.reduce((sum, entry) => sum + entry.points, 0),
  }
}

/** The differences from what was expected, each as a sentence. */
export function differences(expected: Expectation, found: Expectation): string[] {
  if (expected.entered !== found.entered) {
    return [
      expected.entered
        ? 'The guest was to enter, and does not.'
        : 'The guest was to be kept out, and enters.',
    ]
  }
  const sentences: string[] = []
  const compare = (what: string, before: string, after: string) => {
    if (before !== after) sentences.push(`${what} was to be ${before}, and is ${after}.`)
  }
  compare('The path', pathInWords(expected), pathInWords(found))
  compare('The run', endInWords(expected), endInWords(found))
  compare('What is sent', messagesInWords(expected), messagesInWords(found))
  compare('The sum of points', String(expected.points), String(found.points))
  return sentences
}

const pathInWords = ({ path }: Expectation) => (path.length === 0 ? 'empty' : path.join(' → '))

const endInWords = ({ status, outcome }: Expectation) =>
  status === null ? 'never started' : outcome === null ? status : `${status} with ${outcome}`

function messagesInWords({ messages }: Expectation): string {
  if (messages.length === 0) return 'nothing'
  return messages
    .map(
      ({ node_id, channel, subject }) =>
        `${channel} from ${node_id}${subject === null ? '' : ` ("${subject}")`}`,
    )
    .join(', ')
}
