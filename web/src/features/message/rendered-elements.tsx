import { imagePathOf } from '@millrace/contract/image-path'
import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { t } from '../../language/words.ts'
import { drawnStyle } from './allowed-style.ts'
import { GONE, neutralHtml } from './neutral-html.ts'

const kept = new Set(
  'a b blockquote br caption code del div em hr i ins li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
)
/** Headings of an e-mail must not become headings of the page. */
const headings: ReadonlyMap<string, CSSProperties> = new Map([
  ['h1', { fontSize: '1.6em', fontWeight: 700 }],
  ['h2', { fontSize: '1.35em', fontWeight: 700 }],
  ['h3', { fontSize: '1.15em', fontWeight: 700 }],
  ['h4', { fontWeight: 700 }],
  ['h5', { fontWeight: 700 }],
  ['h6', { fontWeight: 700 }],
])
const DEEPEST = 200

/**
 * The HTML of an e-mail as React elements: only known elements and styles are rendered. Links are inactive, and images
 * of others are not loaded.
 */
export function drawnElements(html: string, narrow = false): ReactNode {
  const { body } = new DOMParser().parseFromString(neutralHtml(html), 'text/html')
  if (!narrow) standColumnsBeside(body)
  return <div style={{ margin: 0, ...lookOf(body) }}>{childrenOf(body, 0)}</div>
}

/** The width of columns stands in a style sheet of the e-mail, which is not applied here. */
function standColumnsBeside(body: HTMLElement): void {
  for (const column of body.querySelectorAll('[data-class*="mj-column-per-"]')) {
    const [, whole, part = '0'] =
      /mj-column-per-(\d+)(?:-(\d+))?/.exec(attribute(column, 'class') ?? '') ?? []
    column.setAttribute('data-style', `${attribute(column, 'style')};width:${whole}.${part}%`)
  }
}

const childrenOf = (parent: Element, depth: number): ReactNode[] =>
  [...parent.childNodes].map((child, place) => draw(child, place, depth))

function draw(node: Node, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || depth > DEEPEST) return null
  const name = node.localName
  if (name === GONE) return null
  if (name === 'img') return <Picture key={key} element={node} />
  const style = { ...headings.get(name), ...lookOf(node) }
  if (name === 'br' || name === 'hr') return createElement(name, { key, style })
  const children = childrenOf(node, depth + 1)
  if (headings.has(name)) return createElement('p', { key, style }, ...children)
  if (!kept.has(name)) {
    return Object.keys(style).length === 0
      ? createElement(Fragment, { key }, ...children)
      : createElement('div', { key, style }, ...children)
  }
  return createElement(name, { key, style, ...particularsOf(node, name) }, ...children)
}

function particularsOf(element: Element, name: string): Record<string, unknown> {
  if (name === 'a') {
    const title = attribute(element, 'href')
    return { style: { textDecoration: 'underline', color: '#0b57d0', ...lookOf(element) }, title }
  }
  if (name === 'table') return { role: 'presentation' }
  if (name !== 'td' && name !== 'th') return {}
  return { colSpan: spanOf(element, 'colspan'), rowSpan: spanOf(element, 'rowspan') }
}

const spanOf = (element: Element, name: string) => {
  const span = Number(attribute(element, name))
  return Number.isInteger(span) && span > 1 && span < 100 ? span : undefined
}

/** The style attribute, and the older attributes that e-mails use instead. */
function lookOf(element: Element): CSSProperties {
  const old = [
    ['text-align', attribute(element, 'align')],
    ['background-color', attribute(element, 'bgcolor')],
    ['width', lengthOf(attribute(element, 'width'))],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:${value}`)
  return drawnStyle([...old, attribute(element, 'style') ?? ''].join(';'))
}

const lengthOf = (value: string | null) => (value && /^\d+$/.test(value) ? `${value}px` : value)

/** As neutral HTML has them. */
const attribute = (element: Element, name: string) => element.getAttribute(`data-${name}`)

function Picture({ element }: { element: Element }) {
  const source = attribute(element, 'src') ?? ''
  const alt = attribute(element, 'alt') ?? ''
  // By its path: whatever host the address names, nobody but ourselves is asked.
  const shown =
    imagePathOf(source) ?? (/^data:image\/(png|jpeg|gif|webp);base64,/i.test(source) ? source : undefined)
  if (shown !== undefined) {
    return <img src={shown} alt={alt} style={{ maxWidth: '100%', ...lookOf(element) }} />
  }
  return <span title={source}>{t`[image${alt && `: ${alt}`}]`}</span>
}
