const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For the text of an element, and for an attribute in single or double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] as string)
