/**
 * A browser as people name it, such as Firefox on Windows. A User-Agent says whatever it likes, so only known names are
 * taken from it, and null stands for the rest. The order counts: Chrome also says Safari, and Edge says both.
 */
export function browserName(userAgent: string | undefined): string | null {
  const named = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(name => name !== undefined)
  return named.length === 0 ? null : named.join(' on ')
}

type Names = readonly (readonly [sign: string, name: string])[]

const browsers: Names = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

const systems: Names = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

const nameIn = (names: Names, userAgent = '') => names.find(([sign]) => userAgent.includes(sign))?.[1]
