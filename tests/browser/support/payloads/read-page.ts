import type { Page } from 'playwright-core'

export interface PageText {
  /** All that stands on it and in its fields, with single spaces. */
  readonly text: string
  /** Elements and attributes that no page of ours has, and that only came to be out of someone's text. */
  readonly injected: readonly string[]
}

/** Evaluated in the page. Attributes of people's own are read, too: what a pointer or a screen reader says is shown. */
const reading = `(() => {
  const spoken = ['title', 'aria-label', 'placeholder', 'alt']
  const leading = ['href', 'src', 'action', 'formaction', 'xlink:href']
  const texts = [document.title]
  const injected = []
  const read = root => {
    for (const element of root.querySelectorAll('*')) {
      const { localName } = element
      if (/^x-\\d/.test(localName)) injected.push('<' + localName + '>')
      for (const { name, value } of element.attributes) {
        if (spoken.includes(name)) texts.push(value)
        const leads = leading.includes(name) && /^\\s*javascript:/i.test(value)
        if (name.startsWith('on') || name === 'srcdoc' || leads) {
          injected.push('<' + localName + ' ' + name + '="' + value + '">')
        }
      }
      if (typeof element.value === 'string') texts.push(element.value)
      if (element.shadowRoot) {
        texts.push(element.shadowRoot.textContent)
        read(element.shadowRoot)
      }
    }
  }
  read(document)
  texts.push(document.body.textContent)
  return { text: texts.join('\\n').replaceAll(/\\s+/g, ' '), injected }
})()`

export const readPage = (page: Page): Promise<PageText> => page.evaluate(reading) as Promise<PageText>
