import { expect, test } from 'vitest'
import { describeMoment } from './describe-moment.ts'
import { isLocale } from './locale.ts'
import { isTimeZone } from './time-zone.ts'
import { momentOf, zonedMoment } from './wall-clock.ts'

test('every zone that Intl has is a time zone, and its wall clock can be read and found again', () => {
  const at = new Date('2026-06-10T12:00:00Z')
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    expect(isTimeZone(zone), zone).toBe(true)
    expect(momentOf(zonedMoment(at, zone).toPlainDateTime(), zone)).toEqual(at)
  }
})

test.each(['', ' ', '+01:00', '-0500', 'Europe/Atlantis', 'Europe/Amsterdam ', 'constructor', 'GMT+1'])(
  '"%s" is no time zone',
  name => expect(isTimeZone(name)).toBe(false),
)

test('locales are those that things can be written in', () => {
  for (const name of ['en', 'en-GB', 'nl', 'pt-BR', 'zh-Hant']) expect(isLocale(name), name).toBe(true)
  for (const name of ['', 'xx', 'english', 'en_GB', '__proto__']) expect(isLocale(name), name).toBe(false)
})

test('a moment is described in the words of the locale and the time of the zone', () => {
  const at = new Date('2026-03-14T18:30:00Z')
  expect(describeMoment(at, 'Europe/Amsterdam', 'en-GB')).toMatch(/^Saturday,? 14 March 2026.* 19:30 CET$/)
  expect(describeMoment(at, 'Europe/Amsterdam', 'nl')).toMatch(/^zaterdag 14 maart 2026.* 19:30 CET$/)
})
