import { wrongUsage } from '../terminal/failure.ts'

/** An address to talk to, without the slash at its end. */
export function readAddress(what: string, text: string): string {
  if (URL.canParse(text)) {
    const { protocol, search, hash, username } = new URL(text)
    if (/^https?:$/.test(protocol) && !search && !hash && !username) return text.replace(/\/+$/, '')
  }
  throw wrongUsage(`${what} is "${text}"; give an http or https address, such as https://api.example.com.`)
}
