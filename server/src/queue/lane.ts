/**
 * Every lane there is. Both do the same work: the second is for what an organisation has beyond the usual, see lanes.ts.
 */
export const lanes = ['fast', 'slow'] as const

export type Lane = (typeof lanes)[number]
