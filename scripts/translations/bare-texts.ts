import { keyOf } from './key.ts'
import { isPart, nameOf, type Part, partsOf, quasisOf } from './syntax.ts'

/** A text that people would read, and that no catalogue can translate, because it is not written with `t`. */
export interface BareText {
  readonly part: Part
  readonly text: string
}

const LETTERS = /\p{L}{2}|\bI\b/u
/** Two words, or a word and a value. */
const SEVERAL_WORDS = /[\p{L}\p{N}…,.:;)%}”’]\s+[\p{L}\p{N}({“]/u
const ONE_WORD = /^[A-Z]\p{Ll}+(?:[-’]\p{L}+)*[.…?!:]?$/u

/** Attributes whose text is shown or read out. */
const TEXT_ATTRIBUTES =
  /^(?:about|action|alt|aria-(?:label|description|roledescription|valuetext)|empty|hint|label|legend|message|note|placeholder|text|title)$/
/** The same of properties. A cell is a function that returns what is shown. */
const TEXT_PROPERTIES = /^(?:about|cell|hint|label|legend|note|placeholder|title)$/
/** Attributes and properties that never hold a text. */
const NO_TEXT =
  /^(?:accept|as|autoComplete|className|clip-path|code|content-type|d|dateStyle|fill|font|headers|href|htmlFor|icon|id|key|keys|kind|lang|locale|method|mode|path|points|queryKey|rel|role|sizes|source|src|style|template|timeStyle|timeZone|to|tone|transform|transition|type|value|viewBox|weekday|aria-(?:keyshortcuts|controls|labelledby|describedby))$/
/** What they are given is a name or a pattern. */
const NO_TEXT_CALLS =
  /^(?:addEventListener|Error|endsWith|getElementById|getItem|includes|indexOf|join|mark|matchMedia|querySelector|querySelectorAll|RegExp|removeEventListener|removeItem|replace|replaceAll|setAttribute|setItem|split|startsWith|test|toLocaleString|TypeError|DOMException|closest|matches)$/
/** Their text is code. */
const CODE_ELEMENTS = /^(?:code|kbd|pre|samp|style)$/
export const TRANSLATING = /^(?:t|rich)$/
export const PLURAL = 'plural'
/** `meaning('recipient')`To`` */
export const isMeaning = (tag: unknown): tag is Part =>
  isPart(tag) && tag.type === 'CallExpression' && nameOf(tag['callee']) === 'meaning'

const hasLetters = (text: string) => LETTERS.test(text.replace(/\{\d+\}/g, ''))
/** An address, or the drawing of an icon. */
const isCode = (text: string) => /^(?:https?:\/)?\/\S*$|^M\d/.test(text)

/** Whether a text in the code is one for people, by its looks. */
const looksWritten = (text: string): boolean =>
  hasLetters(text) && !isCode(text) && (SEVERAL_WORDS.test(text) || ONE_WORD.test(text))

export function bareTexts(program: Part): BareText[] {
  const found: BareText[] = []
  const look = (part: Part, isText: boolean | undefined): void => {
    if (part.type === 'Literal' && typeof part['value'] === 'string') {
      const text = part['value']
      if (isText === true ? hasLetters(text) : isText === undefined && looksWritten(text))
        found.push({ part, text })
      return
    }
    if (part.type === 'TemplateLiteral') {
      const text = keyOf(quasisOf(part))
      if (isText === true ? hasLetters(text) && !isCode(text) : isText === undefined && looksWritten(text)) {
        found.push({ part, text })
      }
      for (const inner of part['expressions'] as Part[]) look(inner, undefined)
      return
    }
    if (part.type === 'JSXText') {
      const text = part['value'] as string
      if (isText !== false && LETTERS.test(text.replace(/&\w+;/g, '')))
        found.push({ part, text: text.trim().replace(/\s+/g, ' ') })
      return
    }
    for (const [inner, verdict] of within(part, isText)) look(inner, verdict)
  }
  look(program, undefined)
  return found
}

/** What to look at inside a part; with it whether a text there is one for people, where that is known. */
function within(part: Part, isText: boolean | undefined): [Part, boolean | undefined][] {
  const inner = partsOf(part)
  const all = (verdict?: boolean): [Part, boolean | undefined][] => inner.map(it => [it, verdict])
  switch (part.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return []
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return [[part['expression'] as Part, undefined]]
    case 'TaggedTemplateExpression':
      return TRANSLATING.test(nameOf(part['tag'])) || isMeaning(part['tag'])
        ? ((part['quasi'] as Part)['expressions'] as Part[]).map(it => [it, undefined])
        : []
    case 'NewExpression':
    case 'CallExpression': {
      const name = nameOf(part['callee'])
      const isPlain = NO_TEXT_CALLS.test(name) || name === PLURAL
      return all(isPlain ? false : undefined)
    }
    case 'BinaryExpression':
      return all(part['operator'] === '+' ? undefined : false)
    case 'SwitchCase':
      return inner.map(it => [it, it === part['test'] ? false : undefined])
    case 'Property': {
      const key = nameOf(part['key']) || String((part['key'] as Part)['value'] ?? '')
      const value = part['value'] as Part
      return [[value, TEXT_PROPERTIES.test(key) ? true : NO_TEXT.test(key) ? false : undefined]]
    }
    case 'MemberExpression':
      return inner.map(it => [it, it === part['property'] ? false : isText])
    case 'JSXAttribute': {
      const name = attributeName(part['name'] as Part)
      const value = part['value']
      if (!isPart(value)) return []
      if (TEXT_ATTRIBUTES.test(name)) return [[value, true]]
      return [[value, name.startsWith('data-') || NO_TEXT.test(name) ? false : undefined]]
    }
    case 'JSXExpressionContainer':
    case 'LogicalExpression':
    case 'ArrayExpression':
      return all(isText)
    case 'ConditionalExpression':
      return inner.map(it => [it, it === part['test'] ? undefined : isText])
    case 'JSXElement': {
      const name = nameOf((part['openingElement'] as Part)['name'])
      const attributes = (part['openingElement'] as Part)['attributes'] as Part[]
      return [
        ...attributes.map((it): [Part, undefined] => [it, undefined]),
        ...(CODE_ELEMENTS.test(name) ? [] : shownIn(part)),
      ]
    }
    case 'JSXFragment':
      return shownIn(part)
    case 'ArrowFunctionExpression':
      return inner.map(it => [it, it === part['body'] ? isText : undefined])
    default:
      return part.type.startsWith('TS') ? [] : all()
  }
}

/** What stands between tags is shown, also if it is chosen there: `{isOn ? 'on' : 'off'}`. */
const shownIn = (part: Part): [Part, true][] => (part['children'] as Part[]).map(it => [it, true])

const attributeName = (name: Part): string =>
  name.type === 'JSXNamespacedName' ? nameOf(name['name']) : (name['name'] as string)
