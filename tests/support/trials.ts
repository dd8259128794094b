/** Set by `npm run prove`, where a test makes all of its trials. */
export const ALL_TRIALS_VARIABLE = 'MILLRACE_ALL_TRIALS'

export const allTrials = process.env[ALL_TRIALS_VARIABLE] !== undefined

/** How often a test tries the same: as often as finds what broke, or as often as `npm run prove` does to rely on it. */
export const trials = (few: number, all: number): number => (allTrials ? all : few)

/** The last few of several cases that differ in little, or all of them where `npm run prove` asks. */
export const someOf = <T>(all: readonly T[], few: number): readonly T[] => (allTrials ? all : all.slice(-few))
