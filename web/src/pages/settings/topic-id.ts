/** What workflows call a topic with this name: "Wine & cheese" is wine-cheese. */
export function topicIdOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return words !== '' || name.trim() === '' ? words : `topic-${digestOf(name)}`
}

/** For a name in another alphabet: short, and the same each time. */
const digestOf = (text: string): string =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) as number)) >>> 0, 7).toString(36)
