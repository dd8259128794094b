import { createHash } from 'node:crypto'
import { go, type Step } from './step.ts'

/**
 * A guest always takes the same path at a node, at any time and on any version: the path depends only on the guest and
 * the node.
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
