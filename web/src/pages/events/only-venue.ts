/** The venue of an event that names one; of several, none has a better claim to the time. */
export const onlyVenue = (serials: readonly string[]): string | undefined =>
  serials.length === 1 ? serials[0] : undefined
