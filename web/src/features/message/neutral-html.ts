/** Elements that a preview of an e-mail does not need. */
const gone = new Set(
  'audio button canvas iframe math noscript object script select style svg template textarea title video'.split(
    ' ',
  ),
)
const goneAndEmpty = new Set('base embed frame input link meta param source track'.split(' '))

/** The name of an element that is removed with its content. */
export const GONE = 'x-gone'

const TAG = /<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>|<(?=[a-z/!?])(?!!--)/gi
const DOCTYPE = /<!doctype[^>]*>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * The same HTML with every attribute as data, and without elements that do something. A browser checks handlers and
 * styles against the page's policy as soon as it parses them, even in a document that is never shown: this leaves it
 * nothing to report. An incomplete tag is text.
 */
export const neutralHtml = (html: string): string =>
  html
    .replaceAll(DOCTYPE, '')
    .replace(TAG, (_tag, slash: string | undefined, given: string | undefined, attributes: string) => {
      if (given === undefined) return '&lt;'
      const name = given.toLowerCase()
      if (goneAndEmpty.has(name)) return ''
      const kept = gone.has(name) ? GONE : name
      return slash ? `</${kept}>` : `<${kept}${asData(attributes)}>`
    })

const asData = (attributes: string): string =>
  [...attributes.matchAll(ATTRIBUTE)]
    .map(([, name, ...values]) => {
      const value = values.find(one => one !== undefined) ?? ''
      return ` data-${name}="${value.replaceAll('"', '&quot;')}"`
    })
    .join('')
