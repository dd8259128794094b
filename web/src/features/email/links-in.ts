const address = /<(?:a|img)\s(?:[^>]*?\s)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/**
 * Where the links and images of an e-mail lead, each once, apart from those to Millrace itself, which are made when the e-mail is
 * sent. Not by a parser of the browser: the content security policy refuses the styles that it would read.
 */
export const linksIn = (html: string, own: string): string[] => [
  ...new Set(
    [...html.matchAll(address)]
      .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&').trim())
      .filter(link => /^https?:\/\/[^\s/]/i.test(link) && !link.startsWith(own)),
  ),
]
