import { createHash } from 'node:crypto'
import { go, type Step } from './step.ts'

/**
 * A guest always falls on the same side of a node, whenever they come by and on whichever version: the side is made
 * from who they are and which node it is, and from nothing else.
 */
export const split: Step<'split'> = (node, { facts, run }) => {
  const drawn = percentile(`${run.workflowId}/${node.id}/${facts.guest.id}`)
  let upTo = 0
  for (const [index, { percent, next, label }] of node.ways.entries()) {
    upTo += percent
    if (drawn < upTo) return go(next, { taken: index, drawn, ...(label === undefined ? {} : { label }) })
  }
  throw new Error('the shares of a split are less than all')
}

/** 0 to 99, evenly. */
function percentile(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % 100
}
