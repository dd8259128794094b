/** Whether it is a locale that dates, numbers and money can be written in here. */
export function isLocale(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}
