/** Whether every word that was typed begins a word of the name, in any order, with or without its accents. */
export function isFound(name: string, typed: string): boolean {
  const words = wordsOf(name)
  return wordsOf(typed).every(part => words.some(word => word.startsWith(part)))
}

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
