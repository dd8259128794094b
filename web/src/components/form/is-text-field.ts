/** Whether someone is writing there: such a field has its own undo, copy and paste. The editor of templates has a shadow root. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.shadowRoot !== null || target.closest('input, textarea, [contenteditable]') !== null)
