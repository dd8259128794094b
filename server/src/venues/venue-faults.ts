import type { VenueChange } from '@millrace/contract/venue'
import { footerFault } from '#blocks/footer-fault.ts'
import { isLocale } from '#calendar/locale.ts'
import { isTimeZone } from '#calendar/time-zone.ts'
import { isCountry } from '#channels/sms/read-phone.ts'
import { senderFault } from '#channels/sms/sender.ts'

/** What is wrong with a venue beyond its shape: sentences by the path of each field, all at once. */
export function venueFaults({
  time_zone,
  locale,
  country,
  opening_hours,
  brand,
  sms_from,
}: VenueChange): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  if (time_zone !== undefined && !isTimeZone(time_zone))
    faults.time_zone = ['This is not the name of a time zone, as Europe/London.']
  if (typeof locale === 'string' && !isLocale(locale)) faults.locale = ['This is not a locale, as en-GB.']
  if (typeof country === 'string' && !isCountry(country)) faults.country = ['This is not a country, as GB.']
  const sender = typeof sms_from === 'string' ? senderFault(sms_from) : undefined
  if (sender !== undefined) faults.sms_from = [sender]
  const footer = footerFault(brand)
  if (footer !== undefined) faults['brand.footer'] = [footer]
  const dates = new Set<string>()
  for (const [index, { date }] of (opening_hours?.exceptions ?? []).entries()) {
    const path = `opening_hours.exceptions.${index}.date`
    if (!isDate(date)) faults[path] = [`There is no ${date} in the calendar.`]
    else if (dates.has(date)) faults[path] = [`The ${date} stands in the list twice.`]
    dates.add(date)
  }
  return faults
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
