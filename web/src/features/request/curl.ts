import type { HttpRequest } from './http-request.ts'
import { isJson } from './is-json.ts'

/** A command that can be pasted into a shell as it is, whatever the values hold. */
export function curl({ method, url, headers, body }: HttpRequest): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) {
    // To curl an @ in front would mean the name of a file.
    const option = body.startsWith('@') ? '--data-raw' : '-d'
    lines.push(`${option} ${quoted(isJson(body) ? inset(body) : body)}`)
  }
  return lines.join(' \\\n  ')
}

/** Within single quotes a shell takes everything literally, except the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Under the option it belongs to. Line breaks in JSON are never part of a value. */
const inset = (json: string) => json.replaceAll('\n', '\n  ')
