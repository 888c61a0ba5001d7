/** Fields with the value typed or ticked, and pressed buttons (with null), in the order of the events. */
export type EarlyInput = Map<HTMLElement, string | boolean | null> & { isHydrating?: true }

/** Repeats recorded input in its order; React handles each event before the next. */
export async function replayEarlyInput(early: EarlyInput): Promise<void> {
  for (const [element, value] of early) {
    if (!element.isConnected) continue
    if (value === null) element.click()
    else if (typeof value === 'boolean') replayTick(element as HTMLInputElement, value)
    else if (element instanceof HTMLSelectElement) replayChoice(element, value)
    else replayText(element as HTMLInputElement | HTMLTextAreaElement, value)
    await Promise.resolve()
  }
}

function replayTick(box: HTMLInputElement, value: boolean): void {
  box.checked = !value
  box.click()
}

function replayChoice(list: HTMLSelectElement, value: string): void {
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Sets a text as typing would: React ignores an event that leaves the value it last saw. */
function replayText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }))
  const [start, end] = [field.selectionStart, field.selectionEnd]
  field.value = field.defaultValue
  // React replaces the element's own setter, and would see the value before the event.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  // Fields for numbers and e-mail addresses have no selection.
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
