import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf, withConnection } from './connections.ts'
import { placeAfter, placeBefore } from './copied-steps.ts'
import { connect, findNode, type Place, TRIGGER, targetOf } from './document.ts'
import { inReadingOrder, joinSteps, reachedFrom } from './join-steps.ts'

/**
 * What is moved with a step: the step, and of one that decides everything on its branches, up to where all of them meet
 * again.
 */
export function movedWith(document: WorkflowDefinition, id: string): ReadonlySet<string> {
  const step = findNode(document, id)
  const ways = step === undefined ? [] : connectionsOf(step)
  if (ways.length < 2) return new Set([id])
  const steps = new Map(document.nodes.map(node => [node.id, node]))
  const branches = ways.map(({ target = '' }) => reachedFrom(target, steps))
  const isShared = (other: string) => branches.every(branch => branch.has(other))
  return new Set([id, ...branches.flatMap(branch => [...branch].filter(other => !isShared(other)))])
}

/** Without these steps. What led to one of them leads to where its first connection went. */
export function withoutSteps(document: WorkflowDefinition, gone: ReadonlySet<string>): WorkflowDefinition {
  const past = (target: string): string => {
    let next = target
    const passed = new Set<string>()
    while (gone.has(next) && !passed.has(next)) {
      passed.add(next)
      const step = findNode(document, next)
      next = (step && connectionsOf(step)[0]?.target) ?? ''
    }
    return gone.has(next) ? '' : next
  }
  return {
    ...document,
    start: past(document.start),
    nodes: document.nodes
      .filter(({ id }) => !gone.has(id))
      .map(node =>
        connectionsOf(node).reduce(
          (changed, { handle, target = '' }) =>
            gone.has(target) ? withConnection(changed, handle, past(target)) : changed,
          node,
        ),
      ),
  }
}

/** Whether steps can go to a place: not into themselves, and not to where they are. */
export function canMove(document: WorkflowDefinition, moved: ReadonlySet<string>, place: Place): boolean {
  return !moved.has(place.from) && !moved.has(targetOf(document, place) ?? '')
}

/** The steps at another place, with their ids: what names them still does. */
export function moveSteps(
  document: WorkflowDefinition,
  moved: ReadonlySet<string>,
  place: Place,
): WorkflowDefinition {
  if (!canMove(document, moved, place)) return document
  const rest = withoutSteps(document, moved)
  const onwards = targetOf(rest, place) ?? ''
  const piece = joinSteps(
    inReadingOrder(document).filter(({ id }) => moved.has(id)),
    onwards,
  )
  const byId = new Map(piece.steps.map(step => [step.id, step]))
  // In the order of before: a file of the workflow then differs only where something changed.
  const nodes = document.nodes.map(node => byId.get(node.id) ?? (findNode(rest, node.id) as typeof node))
  return connect({ ...rest, nodes }, place, piece.first)
}

/** Before the step that leads to it; undefined for the first. */
export function earlier(document: WorkflowDefinition, moved: ReadonlySet<string>): Place | undefined {
  const first = inReadingOrder(document).find(({ id }) => moved.has(id))?.id ?? ''
  const { from } = placeBefore(document, first)
  return from === TRIGGER ? undefined : placeBefore(document, from)
}

/** After the step that follows; undefined before the end. */
export function later(document: WorkflowDefinition, moved: ReadonlySet<string>): Place | undefined {
  const first = inReadingOrder(document).find(({ id }) => moved.has(id))?.id ?? ''
  const following = targetOf(withoutSteps(document, moved), placeBefore(document, first))
  return following === undefined || findNode(document, following) === undefined
    ? undefined
    : placeAfter(document, following)
}
