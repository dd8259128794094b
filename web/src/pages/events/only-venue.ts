/** The venue of an event that names exactly one. With several, it is open whose time zone applies. */
export const onlyVenue = (serials: readonly string[]): string | undefined =>
  serials.length === 1 ? serials[0] : undefined
