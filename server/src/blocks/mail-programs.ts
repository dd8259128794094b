/** Who does not understand a part of an e-mail: Outlook on Windows, which draws with Word; Gmail, which removes what it does not allow; both; or most. */
export type NotUnderstoodBy = 'outlook' | 'gmail' | 'both' | 'most'

export interface NotUnderstood {
  /** As it is written in HTML or CSS, such as `display: flex`. */
  readonly feature: string
  readonly by: NotUnderstoodBy
}

/**
 * What breaks, or is not there at all. What only looks plainer, such as corners that are not round, is left out: nobody
 * misses it in the mail programs that do without.
 */
const properties: Readonly<Record<string, NotUnderstoodBy>> = {
  position: 'both',
  transform: 'both',
  animation: 'both',
  transition: 'both',
  filter: 'both',
  'clip-path': 'both',
  'mask-image': 'both',
  'background-image': 'outlook',
  opacity: 'outlook',
  'object-fit': 'outlook',
  'aspect-ratio': 'outlook',
  gap: 'outlook',
  'max-height': 'outlook',
  'column-count': 'outlook',
}

const values: readonly (readonly [RegExp, string, NotUnderstoodBy])[] = [
  [/\bvar\(/i, 'var()', 'both'],
  [/\bcalc\(/i, 'calc()', 'outlook'],
  [/\b(rgba|hsla)\(/i, 'rgba()', 'outlook'],
  [/\b(linear|radial|conic)-gradient\(/i, 'linear-gradient()', 'outlook'],
]

const elements: Readonly<Record<string, NotUnderstoodBy>> = {
  ...Object.fromEntries(
    ['script', 'iframe', 'object', 'embed', 'canvas', 'dialog', 'base'].map(name => [name, 'most']),
  ),
  ...Object.fromEntries(
    ['form', 'input', 'select', 'textarea', 'video', 'audio', 'svg', 'math'].map(name => [name, 'both']),
  ),
}

/** Gmail leaves out a longer one. */
const LONGEST_STYLE = 8_192

/** Parts of an e-mail that mail programs with many users drop or draw wrong, each once, in the order of the e-mail. */
export function notUnderstood(html: string): NotUnderstood[] {
  const found = new Map<string, NotUnderstood>()
  const note = (feature: string, by: NotUnderstoodBy) => found.set(feature, { feature, by })
  for (const { name, attributes, content } of tagsOf(html)) {
    const by = elements[name]
    if (by !== undefined) note(`<${name}>`, by)
    if (name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? ''))
      note('<link rel="stylesheet">', 'both')
    if (name === 'img') readImage(attributes, note)
    for (const [attribute] of attributes) if (/^on[a-z]+$/.test(attribute)) note(attribute, 'most')
    readDeclarations(attributes.get('style') ?? '', note)
    if (name === 'style') readSheet(content, note)
  }
  return [...found.values()]
}

type Note = (feature: string, by: NotUnderstoodBy) => void

function readImage(attributes: ReadonlyMap<string, string>, note: Note): void {
  const address = (attributes.get('src') ?? '').trim().toLowerCase()
  const [, ending] = /\.(svg|webp|avif)(?:[?#].*)?$/.exec(address) ?? []
  if (address.startsWith('data:')) note('<img src="data:…">', 'both')
  else if (ending !== undefined) note(`<img src="….${ending}">`, ending === 'svg' ? 'both' : 'outlook')
  if (attributes.has('srcset')) note('srcset', 'outlook')
  // Without the attribute it is drawn as large as the file is.
  if (/max-width\s*:/i.test(attributes.get('style') ?? '') && !attributes.has('width'))
    note('<img style="max-width: …">', 'outlook')
}

function readSheet(sheet: string, note: Note): void {
  if (sheet.length > LONGEST_STYLE) note(`<style> > ${LONGEST_STYLE}`, 'gmail')
  for (const [, rule = ''] of sheet.matchAll(/@(import|font-face)\b/gi))
    note(`@${rule.toLowerCase()}`, 'both')
  for (const [, declarations = ''] of sheet.matchAll(/\{([^{}]*)\}/g)) readDeclarations(declarations, note)
}

function readDeclarations(text: string, note: Note): void {
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    const by = properties[property]
    if (by !== undefined && !/^(none|static|initial|auto|1)\b/i.test(value)) note(property, by)
    const [, way] = property === 'display' ? (/^(?:inline-)?(flex|grid)\b/i.exec(value) ?? []) : []
    if (way !== undefined) note(`display: ${way.toLowerCase()}`, 'outlook')
    for (const [pattern, feature, ignored] of values) if (pattern.test(value)) note(feature, ignored)
  }
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Of a style: what is in it. */
  readonly content: string
}

const opening = /<([a-z][a-z0-9]*)/giy
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y

/** From one to the next and never back, whatever the text is: it is checked at every key. */
function* tagsOf(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    // What is between conditional comments is for one program alone, and written for it.
    if (html.startsWith('<!--', at)) {
      at = html.indexOf('-->', at)
      if (at === -1) return
      continue
    }
    opening.lastIndex = at
    const [, name = ''] = opening.exec(html) ?? []
    if (name === '') continue
    let end = opening.lastIndex
    const attributes = new Map<string, string>()
    for (;;) {
      attribute.lastIndex = end
      const read = attribute.exec(html)
      if (read === null) break
      end = attribute.lastIndex
      attributes.set((read[1] ?? '').toLowerCase(), read[2] ?? read[3] ?? read[4] ?? '')
    }
    at = end - 1
    if (name.toLowerCase() !== 'style') {
      yield { name: name.toLowerCase(), attributes, content: '' }
      continue
    }
    const close = html.indexOf('</', end)
    yield { name: 'style', attributes, content: html.slice(end, close === -1 ? undefined : close) }
    if (close === -1) return
    at = close
  }
}
