import { createHash } from 'node:crypto'
import type { Exit } from '@millrace/contract/workflow'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { EventFacts, FactValue } from '#workflows/facts.ts'
import { type Listened, listenedAt, valueToMatch } from '#workflows/listened.ts'
import type { ListeningFor } from '../change/write-watches.ts'

/**
 * The index of what runs listen for. A run is registered under one key for each event that it listens for, and an event
 * looks up the keys that it could be meant by: its source, and its source with each of its parameters. So finding the
 * runs for an event costs the same, however many other runs of its guest wait.
 */

/** For runs that a change of the guest can end; and, from before there were keys, for runs that listen for anything. */
export const ANYTHING = ''

/** Everything that a run listens for at a node; null: at none of them. */
export function listeningFor(
  version: CompiledVersion,
  nodeId: string | null,
  startedBy: EventFacts,
): ListeningFor[] {
  return [
    ...listenedAt(version, nodeId).flatMap(listened => entry('wait', keyOfListened(listened, startedBy))),
    ...version.exits.flatMap(exit => entry('exit', keyOfExit(exit, startedBy))),
  ]
}

/** The keys under which an event finds runs. */
export const keysOfEvent = ({ source, parameters }: EventFacts): string[] => [
  ANYTHING,
  keyOf([source]),
  ...Object.entries(parameters).map(([name, value]) => keyOf([source, name, value])),
]

/** undefined: no event can have the same value, because the event that started the run has none. */
function keyOfListened({ source, match }: Listened, startedBy: EventFacts): string | undefined {
  const [name] = match ?? []
  if (name === undefined) return keyOf([source])
  const value = valueToMatch(startedBy, name)
  return value === undefined ? undefined : keyOf([source, name, value])
}

const keyOfExit = (exit: Exit, startedBy: EventFacts) =>
  exit.on === 'event' ? keyOfListened(exit, startedBy) : ANYTHING

const entry = (kind: ListeningFor['kind'], key: string | undefined): ListeningFor[] =>
  key === undefined ? [] : [{ kind, key }]

/** An entry of an index has a largest size, and a parameter may be longer. Who reads a key compares the values too. */
const LONGEST = 200

function keyOf(parts: readonly FactValue[]): string {
  const key = JSON.stringify(parts)
  return key.length <= LONGEST ? key : createHash('sha256').update(key).digest('base64')
}
