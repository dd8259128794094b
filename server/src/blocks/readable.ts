/** Of text on a colour, by the WCAG. */
const ENOUGH = 4.5

/** Black or white, whichever has more contrast: one of them always has enough. */
export const readableOn = (colour: string): string =>
  contrast(colour, '#ffffff') > contrast(colour, '#000000') ? '#ffffff' : '#000000'

export const isReadableOn = (text: string, colour: string): boolean => contrast(text, colour) >= ENOUGH

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
