const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the text of an element, and for an attribute in quotes of either kind. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] as string)
