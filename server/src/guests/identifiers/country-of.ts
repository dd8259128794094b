import type { OrganisationFacts } from '#venues/organisation-facts.ts'

/** By whose rules a phone number is read: the venue's country, or else that of the organisation. */
export function countryOf(
  { settings, venues }: OrganisationFacts,
  serials: readonly (string | null | undefined)[],
): string | null {
  for (const serial of serials) {
    const country = typeof serial === 'string' ? venues.get(serial)?.country : undefined
    if (country) return country
  }
  return settings.country ?? null
}
