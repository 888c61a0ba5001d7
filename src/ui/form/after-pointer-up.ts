let pressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => (pressed = true), true)
  document.addEventListener('mouseup', () => (pressed = false), true)
}

/** At once, or when the press now going on has done its work: what moves the page before would make it miss. */
export function runAfterPointerUp(act: () => void): void {
  if (!pressed) act()
  else document.addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true })
}
