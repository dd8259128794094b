/**
 * All lanes. Both do the same work: the second is for the jobs of an organisation beyond the usual amount, see
 * lanes.ts.
 */
export const lanes = ['fast', 'slow'] as const

export type Lane = (typeof lanes)[number]
