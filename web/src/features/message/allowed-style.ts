import type { CSSProperties } from 'react'

/** Nothing that could leave the e-mail, load something, or cover the page. */
const allowed =
  /^(color|background|background-color|font|font-(size|weight|style|family|variant)|line-height|letter-spacing|text-(align|decoration|transform|indent)|vertical-align|white-space|display|opacity|(margin|padding)(-(top|right|bottom|left))?|border(-(top|right|bottom|left))?(-(color|style|width))?|border-(radius|collapse|spacing)|(min-|max-)?(width|height)|list-style(-type)?|table-layout)$/
const forbidden = /url\(|image|expression|var\(|attr\(|[\\<>@{}]/i
const LONGEST = 200

/** The permitted declarations of a style attribute, by React's names. */
export function drawnStyle(text: string): CSSProperties {
  const style: Record<string, string> = {}
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    if (colon < 0 || !allowed.test(name) || forbidden.test(value) || value.length > LONGEST) continue
    style[name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())] = value
  }
  return style
}
