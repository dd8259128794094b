import type { ComparisonResult, Tally } from '@millrace/contract/job'
import type { WorkflowNode } from '@millrace/contract/node'
import type { RunOutcome } from '@millrace/contract/run'
import { reasonInShort } from '@millrace/contract/skip-reason'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Option } from '../../../components/form/option.ts'
import { outcomeNames } from '../../../features/run/run-status.ts'
import { findNode } from '../../../features/workflow/document.ts'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { listed, number } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'

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
    figure(t`Runs started`, tally => tally.entries),
    figure(t`Guests who enter`, tally => tally.guests),
    ...keys(tally => tally.skipped).map(reason =>
      figure(t`Didn’t match: ${reasonInShort(reason)}`, tally => tally.skipped[reason] ?? 0),
    ),
    figure(t`Messages`, messagesOf),
    figure(t`Points awarded`, tally => tally.points.awarded),
    figure(t`Points taken away`, tally => tally.points.taken),
    figure(t`Tasks`, tally => tally.tasks),
    ...keys(tally => tally.ends).map(end =>
      figure(t`Ended: ${outcomeNames[end as RunOutcome] ?? end}`, tally => tally.ends[end] ?? 0),
    ),
  ].filter(({ what, live: before, draft: after }) => !/^(Points|Tasks)/.test(what) || before || after)
}

/** Every step that a guest reaches, in the order of the draft; steps of the live version only come last. */
export function nodeFigures({ draft, live }: ComparisonResult, document: WorkflowDefinition): Figure[] {
  const ids = document.nodes.map(({ id }) => id)
  const others = Object.keys(live?.nodes ?? {}).filter(id => !ids.includes(id))
  return [...ids, ...others].map(id => {
    const node = findNode(document, id)
    return {
      what: node ? stepName(node, document) : t`${id}, not in the draft`,
      live: live === null ? null : (live.nodes[id] ?? 0),
      draft: draft.nodes[id] ?? 0,
    }
  })
}

/** With its id where another step has the same name. */
const stepName = (node: WorkflowNode, { nodes }: WorkflowDefinition) =>
  nodes.some(other => other.id !== node.id && nameOf(other) === nameOf(node))
    ? `${nameOf(node)} (${node.id})`
    : nameOf(node)

const channelInWords = (channel: string) =>
  channel === 'sms' ? 'SMS' : channel === 'email' ? t`e-mail` : channel

/** By venue and channel, where there are any. */
export function messageFigures({ draft, live }: ComparisonResult, venues: readonly Option[]): Figure[] {
  const venue = (serial: string) => venues.find(({ value }) => value === serial)?.label ?? serial
  const serials = [...new Set([...Object.keys(draft.messages), ...Object.keys(live?.messages ?? {})])].sort()
  return serials.flatMap(serial => {
    const [after = {}, before = {}] = [draft.messages[serial], live?.messages[serial]]
    const channels = [...new Set([...Object.keys(after), ...Object.keys(before)])].sort()
    return channels.map(channel => ({
      what: `${serial === '' ? t`No venue` : venue(serial)}, ${channelInWords(channel)}`,
      live: live === null ? null : (before[channel] ?? 0),
      draft: after[channel] ?? 0,
    }))
  })
}

/** As in "The draft would start 12 more runs, send 3 fewer messages and award 40 more points." */
export function summary({ draft, live, difference }: ComparisonResult): string {
  if (live === null) {
    return t`Nothing is live. The draft would start ${number(draft.entries)} runs.`
  }
  const messages = messagesOf(draft) - messagesOf(live)
  const differences = [
    difference.entries > 0 && t`start ${number(difference.entries)} more runs`,
    difference.entries < 0 && t`start ${number(-difference.entries)} fewer runs`,
    messages > 0 && t`send ${number(messages)} more messages`,
    messages < 0 && t`send ${number(-messages)} fewer messages`,
    difference.points > 0 && t`award ${number(difference.points)} more points`,
    difference.points < 0 && t`award ${number(-difference.points)} fewer points`,
  ]
  const parts = differences.filter(part => part !== false)
  if (parts.length > 0) return t`The draft would ${listed(parts)}.`
  const sameWays = JSON.stringify(draft.nodes) === JSON.stringify(live.nodes)
  return sameWays
    ? t`The draft would do the same as the live version.`
    : t`As many guests would enter, but they would take other branches.`
}
