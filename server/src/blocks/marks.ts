/**
 * Puts parts of a text aside under marks that a converter leaves alone, and back into what it made of the text. A mark is
 * a number between two texts that the converter gives no meaning.
 */
export function createMarks(open: string, close: string) {
  const parts: string[] = []
  const mark = new RegExp(`${open}(\\d+)${close}`, 'g')
  return {
    /** The mark of a part. */
    hold: (part: string) => `${open}${parts.push(part) - 1}${close}`,
    /** One that nothing was put aside for becomes nothing. */
    release: (text: string) => text.replace(mark, (_, index) => parts[Number(index)] ?? ''),
  }
}

const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/**
 * Converts a template without touching its Liquid, which no converter knows: `{% if guest.points < 3 %}` would begin an
 * element, and the `*` of a filter bold text.
 */
export function aroundLiquid(template: string, convert: (text: string) => string): string {
  // Of the private use area: no keyboard writes them.
  const { hold, release } = createMarks('\uE000', '\uE001')
  return release(convert(release(template).replace(LIQUID, hold)))
}
