/**
 * Whether it is the name of a time zone of the IANA database, in any case, as Intl and PostgreSQL accept it. A bare
 * offset such as "+01:00" is refused: it has no daylight saving, so a venue would be an hour off all summer.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
