import type { ComparisonResult, Tally } from '@millrace/contract/job'
import { reasonInShort } from '@millrace/contract/skip-reason'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { findNode } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { listed, number } from '../../../language/format.ts'

/** What each of the two documents would have done, side by side. */
export interface Figure {
  readonly what: string
  /** null: there is no live version. */
  readonly live: number | null
  readonly draft: number
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const messagesOf = ({ messages }: Tally) =>
  Object.values(messages).reduce((total, channels) => total + sum(channels), 0)

export function figuresOf({ draft, live }: ComparisonResult): Figure[] {
  const figure = (what: string, count: (tally: NonNullable<typeof live>) => number): Figure => ({
    what,
    live: live === null ? null : count(live),
    draft: count(draft),
  })
  const keys = (of: (tally: Tally) => Readonly<Record<string, number>>) =>
    [...new Set([...Object.keys(of(draft)), ...(live === null ? [] : Object.keys(of(live)))])].sort()
  return [
    figure('Runs started', tally => tally.entries),
    figure('Guests who enter', tally => tally.guests),
    ...keys(tally => tally.skipped).map(reason =>
      figure(`Didn’t match: ${reasonInShort(reason)}`, tally => tally.skipped[reason] ?? 0),
    ),
    figure('Messages', messagesOf),
    figure('Points awarded', tally => tally.points.awarded),
    figure('Points taken away', tally => tally.points.taken),
    figure('Tasks', tally => tally.tasks),
    ...keys(tally => tally.ends).map(end => figure(`Ends: ${end}`, tally => tally.ends[end] ?? 0)),
  ].filter(({ what, live: before, draft: after }) => !/^(Points|Tasks)/.test(what) || before || after)
}

/** Every step that a guest reaches, in the order of the draft; steps of the live version only come last. */
export function nodeFigures({ draft, live }: ComparisonResult, document: WorkflowDefinition): Figure[] {
  const ids = document.nodes.map(({ id }) => id)
  const others = Object.keys(live?.nodes ?? {}).filter(id => !ids.includes(id))
  return [...ids, ...others].map(id => {
    const node = findNode(document, id)
    return {
      what: node ? `${nameOf(node)} (${id})` : `${id}, not in the draft`,
      live: live === null ? null : (live.nodes[id] ?? 0),
      draft: draft.nodes[id] ?? 0,
    }
  })
}

/** By venue and channel, where there are any. */
export function messageFigures({ draft, live }: ComparisonResult): Figure[] {
  const serials = [...new Set([...Object.keys(draft.messages), ...Object.keys(live?.messages ?? {})])].sort()
  return serials.flatMap(serial => {
    const [after = {}, before = {}] = [draft.messages[serial], live?.messages[serial]]
    const channels = [...new Set([...Object.keys(after), ...Object.keys(before)])].sort()
    return channels.map(channel => ({
      what: `${serial || 'no venue'}, ${channel}`,
      live: live === null ? null : (before[channel] ?? 0),
      draft: after[channel] ?? 0,
    }))
  })
}

const change = (difference: number, what: string) =>
  `${number(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} ${what}`

/** As in "The draft would start 12 more runs, send 3 fewer messages and award 40 more points." */
export function summary({ draft, live, difference }: ComparisonResult): string {
  if (live === null) {
    return `Nothing is live. The draft would start ${number(draft.entries)} runs.`
  }
  const messages = messagesOf(draft) - messagesOf(live)
  const parts = [
    ...(difference.entries === 0 ? [] : [`start ${change(difference.entries, 'runs')}`]),
    ...(messages === 0 ? [] : [`send ${change(messages, 'messages')}`]),
    ...(difference.points === 0 ? [] : [`award ${change(difference.points, 'points')}`]),
  ]
  if (parts.length > 0) return `The draft would ${listed(parts)}.`
  const sameWays = JSON.stringify(draft.nodes) === JSON.stringify(live.nodes)
  return sameWays
    ? 'The draft would do the same as the live version.'
    : 'As many guests would enter, but they would take other branches.'
}
