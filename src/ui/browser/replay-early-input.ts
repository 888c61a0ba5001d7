import type { EarlyInput } from './early-input.ts'

/** Types and presses again what was typed and pressed before the page's scripts ran, each known before the next. */
export async function replayEarlyInput(early: EarlyInput): Promise<void> {
  for (const [element, value] of early) {
    if (!element.isConnected) continue
    if (value === null) element.click()
    else if (typeof value === 'boolean') tick(element as HTMLInputElement, value)
    else if (element instanceof HTMLSelectElement) choose(element, value)
    else type(element as HTMLInputElement | HTMLTextAreaElement, value)
    await Promise.resolve()
  }
}

function tick(box: HTMLInputElement, value: boolean): void {
  box.checked = !value
  box.click()
}

function choose(list: HTMLSelectElement, value: string): void {
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Puts a text in as a person would: React takes no notice of one that it believes to stand there already. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }))
  const [start, end] = [field.selectionStart, field.selectionEnd]
  field.value = field.defaultValue
  // The element's own property is React's, and would tell it of the value too early.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  // Fields of numbers and addresses have no place for a cursor.
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
