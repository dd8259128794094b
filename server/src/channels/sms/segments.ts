export interface SmsSegments {
  readonly encoding: 'GSM-7' | 'UCS-2'
  readonly segments: number
  /** Septets of GSM-7, or 16-bit units of UCS-2. */
  readonly units: number
}

// GSM 03.38: the basic table, and its extension, whose characters count twice.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/**
 * How many messages a text is charged as. One character outside of GSM-7 makes the whole text UCS-2. In a text that
 * does not fit into one message, each part has a header, and no character is split between two parts.
 */
export function smsSegments(text: string): SmsSegments {
  const characters = [...text]
  const gsm = characters.every(character => basic.has(character) || extended.has(character))
  const widths = characters.map(character => (gsm ? (extended.has(character) ? 2 : 1) : character.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const encoding = gsm ? 'GSM-7' : 'UCS-2'
  const [alone, part] = gsm ? [160, 153] : [70, 67]
  if (units <= alone) return { encoding, segments: units === 0 ? 0 : 1, units }
  let segments = 1
  let filled = 0
  for (const width of widths) {
    if (filled + width > part) {
      segments += 1
      filled = 0
    }
    filled += width
  }
  return { encoding, segments, units }
}
