/** Fields with the value typed or ticked, and pressed buttons (with null), in the order of the events. */
export type EarlyInput = Map<HTMLElement, string | boolean | null> & { isHydrating?: true }

/** Repeats recorded input in its order, after what was typed in another language; React handles each event before the next. */
export async function replayEarlyInput(early: EarlyInput, typed: string | null): Promise<void> {
  for (const [element, value] of [...typedBefore(typed, early), ...early]) {
    if (!element.isConnected) continue
    if (value === null) element.click()
    else if (typeof value === 'boolean') replayTick(element as HTMLInputElement, value)
    else if (element instanceof HTMLSelectElement) replayChoice(element, value)
    else replayText(element as HTMLInputElement | HTMLTextAreaElement, value)
    await Promise.resolve()
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of this page that `keepTyped` has kept with other values, unless they have been changed since. */
function typedBefore(kept: string | null, early: EarlyInput): [Control, string | boolean][] {
  const [path, forms] = JSON.parse(kept ?? '[]') as [string?, [string, unknown][][]?]
  if (!forms || path !== window.location.pathname) return []
  return [...document.forms]
    .filter(form => form.method === 'post')
    .flatMap((form, index) => {
      const values = forms[index] ?? []
      const controls = [...form.elements].filter(
        control => !early.has(control as Control) && control !== document.activeElement,
      ) as Control[]
      return controls.flatMap(control => {
        const value = valueFor(control, values)
        return value === undefined ? [] : ([[control, value]] as [Control, string | boolean][])
      })
    })
}

/** What a control is to be changed to; undefined where it stays as it is. */
function valueFor(control: Control, values: [string, unknown][]): string | boolean | undefined {
  const own = values.flatMap(([name, value]) => (name === control.name ? [value] : []))
  if (control.type === 'checkbox' || control.type === 'radio') {
    const isChosen = own.includes(control.value)
    const isOther = isChosen !== (control as HTMLInputElement).checked
    return isOther && (isChosen || control.type === 'checkbox') ? isChosen : undefined
  }
  const [value] = own
  const isTyped = !/^(?:hidden|file|password|submit|button)$/.test(control.type)
  const isOffered =
    !(control instanceof HTMLSelectElement) || [...control.options].some(one => one.value === value)
  return isTyped && isOffered && typeof value === 'string' && value !== control.value ? value : undefined
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
