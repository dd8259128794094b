export const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const FIVE_DIGITS = 62 ** 5

/**
 * The last letters of the number that these bytes are, an even number of them. With big integers, digit by digit, this was a twentieth
 * of what a token costs the process.
 */
export function base62(bytes: Buffer, length: number): string {
  const rest: number[] = []
  for (let at = 0; at < bytes.length; at += 2) rest.push(bytes.readUInt16BE(at))
  let text = ''
  while (text.length < length) {
    // The remainder stays below 62^5, and with sixteen bits behind it below 2^46: all of it is exact.
    let digits = 0
    for (let place = 0; place < rest.length; place++) {
      const dividend = digits * 65_536 + (rest[place] as number)
      const quotient = Math.floor(dividend / FIVE_DIGITS)
      rest[place] = quotient
      digits = dividend - quotient * FIVE_DIGITS
    }
    for (let place = 0; place < 5 && text.length < length; place++) {
      text = LETTERS.charAt(digits % 62) + text
      digits = Math.floor(digits / 62)
    }
  }
  return text
}
